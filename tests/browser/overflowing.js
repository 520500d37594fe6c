// What is wider than the page, cut off, or lies over something else.
() => {
  const found = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) found.push(`page ${document.documentElement.scrollWidth} > ${width}`);
  const scrollable = (node) => ['auto', 'scroll'].includes(getComputedStyle(node).overflowX);
  const scrolls = (node) => node && (scrollable(node) || scrolls(node.parentElement));
  const shown = [...document.querySelectorAll('h1,h2,h3,p,a,button,label,select,input,td,th,dt,dd,summary,svg,canvas')]
    .filter((node) => node.checkVisibility() && !node.closest('.unseen,.skip,thead,svg *'));
  for (const node of shown) {
    const box = node.getBoundingClientRect();
    if (box.width && (box.right > width + 1 || box.left < -1) && !scrolls(node.parentElement)) found.push(`${node.tagName} ${node.textContent.slice(0, 30)} leaves the page`);
    if (['BUTTON', 'LABEL', 'H1', 'H2'].includes(node.tagName) && node.scrollWidth > node.clientWidth + 2) found.push(`${node.tagName} ${node.textContent.slice(0, 30)} is cut off`);
  }
  // What can be scrolled sideways is cut off for whoever does not try.
  for (const node of document.querySelectorAll('body *')) {
    if (!node.checkVisibility() || node.tagName === 'TEXTAREA' || node.closest('.unseen,svg,math')) continue;
    if (scrollable(node) && node.scrollWidth > node.clientWidth + 1) found.push(`${node.outerHTML.slice(0, 60)} has to be scrolled`);
  }
  const apart = shown.filter((node) => ['BUTTON', 'A', 'INPUT', 'SELECT'].includes(node.tagName));
  for (const [index, one] of apart.entries()) for (const other of apart.slice(index + 1)) {
    if (one.contains(other) || other.contains(one)) continue;
    const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
    if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) found.push(`${one.outerHTML.slice(0, 60)} lies over ${other.outerHTML.slice(0, 60)}`);
  }
  return found;
}
