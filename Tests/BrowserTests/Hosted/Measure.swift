// SPDX-License-Identifier: Apache-2.0

/// What is measured in the browser: contrast of every text, clipping, size of what is pressed, origins.
enum Measure {
  /// Returns the faults, one line each.
  ///
  /// [WCAG 2.2, 1.4.3](https://www.w3.org/TR/WCAG22/#contrast-minimum),
  /// [2.5.8](https://www.w3.org/TR/WCAG22/#target-size-minimum)
  static let script = #"""
    const faults = [];
    const parse = text => {
      const numbers = text.match(/[\d.]+/g).map(Number);
      return {r: numbers[0], g: numbers[1], b: numbers[2], a: numbers[3] ?? 1};
    };
    const over = (top, under) => ({
      r: top.r * top.a + under.r * (1 - top.a), g: top.g * top.a + under.g * (1 - top.a),
      b: top.b * top.a + under.b * (1 - top.a), a: 1});
    const light = color => {
      const part = value => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      };
      return 0.2126 * part(color.r) + 0.7152 * part(color.g) + 0.0722 * part(color.b);
    };
    const behind = element => {
      const layers = [];
      for (let one = element; one; one = one.parentElement) {
        const style = getComputedStyle(one);
        layers.push(parse(style.backgroundColor));
        // A theme's plain picture: its colour is given by the test.
        if (style.backgroundImage !== 'none') { layers.pop(); layers.push({r: 246, g: 231, b: 241, a: 1}); }
        if (layers.at(-1).a === 1) break;
      }
      const dark = matchMedia('(prefers-color-scheme: dark)').matches;
      let color = dark ? {r: 18, g: 18, b: 18, a: 1} : {r: 255, g: 255, b: 255, a: 1};
      for (const layer of layers.reverse()) color = over(layer, color);
      return color;
    };
    const seen = element => element.getClientRects().length > 0
      && getComputedStyle(element).visibility === 'visible';
    const name = element => element.tagName + '#' + element.id + '.' + element.className;
    for (const element of document.querySelectorAll('body *')) {
      if (!seen(element)) continue;
      const own = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
      const style = getComputedStyle(element);
      if (own || (element.matches('input,select') && element.type !== 'checkbox')) {
        const back = behind(element);
        const check = (color, what) => {
          const text = over(parse(color), back);
          const [one, two] = [light(text), light(back)];
          const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
          if (ratio < 4.5) faults.push(`${what} ${name(element)}: contrast ${ratio.toFixed(2)}`);
        };
        check(style.color, 'text');
        if (element.placeholder) check(getComputedStyle(element, '::placeholder').color, 'placeholder');
      }
      if (own && element.scrollWidth > element.clientWidth + 1 && style.display !== 'inline'
        && element.clientWidth > 0) faults.push(`${name(element)}: its text is cut off`);
      if (element.matches('button,a[href],input,select,[role=slider]')) {
        const box = element.getBoundingClientRect();
        if (element.type !== 'checkbox' && (box.width < 44 || box.height < 44))
          faults.push(`${name(element)}: ${Math.round(box.width)} × ${Math.round(box.height)}`);
        if (element.type === 'checkbox' && (box.width < 24 || box.height < 24))
          faults.push(`${name(element)}: too small`);
        if (box.right > innerWidth + 1 || box.left < -1) faults.push(`${name(element)}: outside`);
        const words = element.getAttribute('aria-label') || element.labels?.[0]?.textContent
          || element.textContent || element.querySelector('img')?.alt;
        if (!(words || '').trim()) faults.push(`${name(element)}: has no name`);
      }
    }
    const page = document.documentElement;
    if (page.scrollWidth > page.clientWidth) faults.push(`the page is ${page.scrollWidth} wide`);
    for (const entry of performance.getEntriesByType('resource'))
      if (!entry.name.startsWith(location.origin + '/') && !entry.name.startsWith('data:'))
        faults.push('from elsewhere: ' + entry.name);
    return faults;
    """#
}
