/* Word writes a list as paragraphs: the level stands in the style, the number in a span with `mso-list:Ignore`. */

const LIST = /mso-list:\s*(l\d+)\s+level(\d+)/i

/** Makes lists of the paragraphs that Word marks as items. A number in running text is no mark. */
export function makeLists(body: HTMLElement): void {
  const items = [...body.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6')].filter((paragraph) =>
    LIST.test(paragraph.getAttribute('data-style') ?? ''),
  )
  /** Open lists, the outermost first. */
  let open: HTMLElement[] = []
  let previous: Element | null = null
  let previousId = ''
  for (const item of items) {
    const [, id = '', depth = '1'] = LIST.exec(item.getAttribute('data-style') ?? '') ?? []
    const level = Number(depth)
    if (item.previousElementSibling !== previous) open = []
    const name = isNumbered(item) ? 'ol' : 'ul'
    open.length = Math.min(open.length, level)
    // A numbered list right after one with bullets, or the other way round.
    if (id !== previousId && open[level - 1] && open[level - 1]?.localName !== name) open.length = level - 1
    previousId = id
    const page = item.ownerDocument
    while (open.length < level) {
      const list = page.createElement(name)
      const parent: Element | null | undefined = open.at(-1)?.lastElementChild ?? open.at(-1)
      if (parent) parent.append(list)
      else item.before(list)
      open.push(list)
    }
    const entry = page.createElement('li')
    const paragraph = page.createElement('p')
    paragraph.append(...item.childNodes)
    entry.append(paragraph)
    open.at(-1)?.append(entry)
    previous = open[0] ?? null
    item.remove()
  }
}

function isNumbered(item: HTMLElement): boolean {
  const mark = item.querySelector('[data-style*="mso-list:Ignore" i]')?.textContent ?? ''
  return /^\s*[（(]?([\da-z]{1,4}|[一二三四五六七八九十]{1,3})[.)、）．]/i.test(mark)
}
