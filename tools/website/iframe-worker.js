// Search runs in a worker, which a browser refuses to a page that was opened as a file. There, a
// hidden frame runs the worker's script instead. Material asks whether `IFrameWorker` exists.
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(address) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.title = "Search";
      document.documentElement.append(frame);
      const inside = (this.inside = frame.contentWindow);
      inside.postMessage = (data) => this.told(data);
      inside.importScripts = async (...all) => { for (const one of all) await this.run(one); };
      this.ready = this.run(new URL(address, document.baseURI).href);
    }

    run(address) {
      return new Promise((done, failed) => {
        const script = this.inside.document.createElement("script");
        Object.assign(script, { src: address, onload: done, onerror: failed });
        this.inside.document.body.append(script);
      });
    }

    told(data) {
      const event = new MessageEvent("message", { data });
      this.dispatchEvent(event);
      this.onmessage?.(event);
    }

    postMessage(data) {
      this.ready.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })));
    }

    terminate() { this.inside.frameElement.remove(); }
  };
  window.Worker = window.IFrameWorker;
}
