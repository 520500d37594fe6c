"""`symplex serve`: the workbench, a page on which problems are written, solved and compared."""

import argparse
import sys
import webbrowser
from importlib.util import find_spec
from pathlib import Path

from symplex.errors import SettingsError
from symplex.work.runs.places import runs_home


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument("--port", type=int, default=8765, help="0 for any that is free")
    parser.add_argument("--address", default="127.0.0.1", help="where the page is reached")
    parser.add_argument(
        "--remote", action="store_true", help="let other machines in, with a token that is printed"
    )
    parser.add_argument("--runs", metavar="DIR", help=f"where runs are (default {runs_home()})")
    parser.add_argument(
        "--searches", type=int, default=1, metavar="N", help="searches side by side (default 1)"
    )
    parser.add_argument(
        "--longest",
        type=float,
        default=3_600.0,
        metavar="SECONDS",
        help="the most that a search may be given (default 3600)",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")


def run(options: argparse.Namespace) -> int:
    """Serve until interrupted."""
    if any(find_spec(name) is None for name in ("fastapi", "uvicorn")):
        raise SettingsError("serve needs FastAPI and uvicorn: pip install 'symplex[serve]'")
    from symplex.app.workbench.limits import Limits
    from symplex.app.workbench.serve import Address, Server

    if options.searches < 1 or not options.longest >= 1:
        raise SettingsError("expected at least one search, of at least one second")
    home = runs_home() if options.runs is None else Path(options.runs)
    limits = Limits(running=options.searches, longest=options.longest)
    address = Address(options.address, options.port, options.remote)
    server = Server(home.absolute(), address, limits)
    print(f"symplex: the workbench is at {server.url} (Ctrl-C ends it)", file=sys.stderr)
    sys.stderr.flush()
    if not options.no_browser and not options.remote:
        webbrowser.open(server.url)
    server.run()
    return 0
