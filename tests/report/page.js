// SPDX-License-Identifier: Apache-2.0 OR MIT
// Looks at the page that is shown and returns a list of what is wrong with it.
(() => {
  const faults = []
  const width = document.documentElement.clientWidth
  const name = (e) => `${e.closest('figure')?.querySelector('b')?.textContent ?? ''} / ` +
    `${e.closest('svg')?.querySelector('title')?.textContent ?? ''} / ` +
    `${(e.textContent || e.className?.baseVal || e.className || e.tagName).slice(0, 50)}`
  const fault = (what, e) => faults.push(`${what}: ${name(e)}`)
  const isPrint = matchMedia('print').matches

  if (document.documentElement.scrollWidth > width) {
    faults.push(`the page is ${document.documentElement.scrollWidth} wide, the window ${width}`)
  }
  // What is wider than the window must be able to move inside its own frame.
  for (const e of document.querySelectorAll('main *')) {
    if (e.closest('svg') && e.tagName !== 'svg') continue
    const frame = e.closest('.wide')
    if (frame && !isPrint) continue
    const r = e.getBoundingClientRect()
    if (r.width > 0 && (r.right > width + 0.5 || r.left < -0.5)) fault('sticks out', e)
  }

  const luminance = (c) => {
    const [r, g, b] = c.match(/[\d.]+/g).slice(0, 3).map((v) => v / 255)
      .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const contrast = (a, b) => {
    const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p)
    return (x + 0.05) / (y + 0.05)
  }
  const ground = getComputedStyle(document.body).backgroundColor
  const groundOf = (e) => {
    for (; e; e = e.parentElement) {
      const c = getComputedStyle(e).backgroundColor
      if (!/, 0\)$/.test(c)) return c
    }
    return ground
  }
  for (const e of document.querySelectorAll('h1,h2,h3,h4,p,li,td,th,caption,figcaption,code,a')) {
    const c = contrast(getComputedStyle(e).color, groundOf(e))
    if (c < 4.5) fault(`contrast ${c.toFixed(1)}`, e)
  }

  let panels = 0
  for (const svg of document.querySelectorAll('svg.panel')) {
    panels++
    const frame = svg.getBoundingClientRect()
    if (!svg.querySelector(':scope > title')?.textContent ||
        !svg.querySelector(':scope > desc')?.textContent) fault('no title or description', svg)
    const texts = [...svg.querySelectorAll('text')]
    const boxes = texts.map((t) => t.getBoundingClientRect())
    texts.forEach((t, i) => {
      const b = boxes[i]
      if (b.left < frame.left - 1 || b.right > frame.right + 1 ||
          b.top < frame.top - 1 || b.bottom > frame.bottom + 1) fault('clipped', t)
      if (!isPrint && b.height < 10) fault(`${b.height.toFixed(1)} pixels high`, t)
      const c = contrast(getComputedStyle(t).fill, ground)
      if (c < 4.5) fault(`contrast ${c.toFixed(1)}`, t)
      // Letters do not fill the box of a line, so two lines may touch.
      for (let k = 0; k < i; k++) {
        const o = boxes[k]
        if (b.left < o.right - 0.5 && o.left < b.right - 0.5 &&
            b.top + 3 < o.bottom - 2 && o.top + 3 < b.bottom - 2) {
          fault(`over "${texts[k].textContent}"`, t)
        }
      }
    })
    for (const m of svg.querySelectorAll('.mk,.fl,.ln,.tk,.th,.hatch,.dots')) {
      const c = contrast(getComputedStyle(m).color, ground)
      if (c < 3) fault(`contrast ${c.toFixed(1)}`, m)
    }
    // Marks stay inside too.
    for (const m of svg.querySelectorAll('path,rect,circle,line')) {
      const b = m.getBoundingClientRect()
      if (b.left < frame.left - 1 || b.right > frame.right + 1 ||
          b.top < frame.top - 1 || b.bottom > frame.bottom + 1) fault('clipped', m)
    }
  }
  // Axes have units: a panel writes at least one of them.
  const unit = /(^|[\s,(])(ns|µs|ms|s|B|KiB|MiB|MiB\/s|GiB|bytes|%|times)(?=$|[\s,)])|×/
  for (const svg of document.querySelectorAll('svg.panel')) {
    if (![...svg.querySelectorAll('text')].some((t) => unit.test(t.textContent))) {
      fault('no unit', svg)
    }
  }
  return {faults: [...new Set(faults)], panels,
          height: document.documentElement.scrollHeight}
})()
