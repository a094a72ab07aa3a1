import { type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model'
import { tableNodes } from 'prosemirror-tables'

/* What the visual mode can hold: the elements that Markdown of articles has. Nothing sets a `style` attribute, which the
   content security policy refuses. */

const table = tableNodes({
  tableGroup: 'block',
  // A paragraph, because input methods of Safari lose the caret in a cell that holds its text directly.
  cellContent: 'paragraph',
  cellAttributes: {
    align: {
      default: null,
      getFromDOM: (cell) => cell.getAttribute('data-align') ?? (cell.getAttribute('align') || null),
      setDOMAttr: (align, attributes) => {
        if (align) attributes['data-align'] = align
      },
    },
  },
})

const nodes = {
  doc: { content: 'block+' },
  paragraph: { content: 'inline*', group: 'block', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
  heading: {
    attrs: { level: { default: 2 } },
    content: 'inline*',
    group: 'block',
    defining: true,
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level: Math.max(level, 2) } })),
    toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
  },
  blockquote: {
    content: 'block+',
    group: 'block',
    defining: true,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', 0],
  },
  bullet_list: {
    content: 'list_item+',
    group: 'block',
    attrs: { tight: { default: true } },
    parseDOM: [{ tag: 'ul' }],
    toDOM: () => ['ul', 0],
  },
  ordered_list: {
    content: 'list_item+',
    group: 'block',
    attrs: { order: { default: 1 }, tight: { default: true } },
    parseDOM: [
      { tag: 'ol', getAttrs: (list) => ({ order: Number.parseInt(list.getAttribute('start') ?? '', 10) || 1 }) },
    ],
    toDOM: ({ attrs }) => ['ol', attrs.order === 1 ? {} : { start: attrs.order }, 0],
  },
  list_item: { content: 'block+', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
  code_block: {
    content: 'text*',
    marks: '',
    group: 'block',
    code: true,
    defining: true,
    attrs: { params: { default: '' } },
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
    toDOM: () => ['pre', ['code', 0]],
  },
  horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
  ...table,
  /** Source that the visual mode cannot show; `reason` is a key of `PRESERVED_REASONS`. */
  preserved: {
    group: 'block',
    atom: true,
    attrs: { source: {}, reason: { default: 'other' } },
    parseDOM: [
      {
        tag: 'pre[data-source]',
        priority: 60,
        getAttrs: (block) => ({
          source: block.getAttribute('data-source') ?? '',
          reason: block.getAttribute('data-reason') ?? 'other',
        }),
      },
    ],
    toDOM: ({ attrs }) => ['pre', { 'data-source': attrs.source, 'data-reason': attrs.reason }, attrs.source],
  },
  text: { group: 'inline' },
  image: {
    inline: true,
    group: 'inline',
    draggable: true,
    attrs: { src: {}, alt: { default: '' }, title: { default: null } },
    parseDOM: [
      {
        tag: 'img[src]',
        getAttrs: (image) => ({
          src: image.getAttribute('src'),
          alt: image.getAttribute('alt') ?? '',
          title: image.getAttribute('title'),
        }),
      },
    ],
    toDOM: ({ attrs: { src, alt, title } }) => ['img', title === null ? { src, alt } : { src, alt, title }],
  },
  hard_break: {
    inline: true,
    group: 'inline',
    selectable: false,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
  /** A line break of the source, which readers see as a space. */
  soft_break: {
    inline: true,
    group: 'inline',
    selectable: false,
    parseDOM: [{ tag: 'span[data-soft]', priority: 60 }],
    toDOM: () => ['span', { 'data-soft': '' }, ' '],
  },
} satisfies Record<string, NodeSpec>

/** In the order of nesting, the outermost first. */
const marks = {
  link: {
    attrs: { href: {}, title: { default: null } },
    inclusive: false,
    parseDOM: [
      { tag: 'a[href]', getAttrs: (link) => ({ href: link.getAttribute('href'), title: link.getAttribute('title') }) },
    ],
    toDOM: ({ attrs: { href, title } }) => ['a', title === null ? { href } : { href, title }, 0],
  },
  strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
  em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
  strike: { parseDOM: [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }], toDOM: () => ['s', 0] },
  sub: { excludes: 'sub sup', parseDOM: [{ tag: 'sub' }], toDOM: () => ['sub', 0] },
  sup: { excludes: 'sub sup', parseDOM: [{ tag: 'sup' }], toDOM: () => ['sup', 0] },
  code: { code: true, parseDOM: [{ tag: 'code' }], toDOM: () => ['code', 0] },
} satisfies Record<string, MarkSpec>

export const schema = new Schema({ nodes, marks })
