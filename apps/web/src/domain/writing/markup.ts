export type Markup =
  | 'bold'
  | 'italic'
  | 'strike'
  | 'sub'
  | 'sup'
  | 'heading'
  | 'subheading'
  | 'quote'
  | 'list'
  | 'numbers'
  | 'table'
  | 'code'
  | 'link'

/** A change of the text and the selection after it. Offsets in UTF-16 units. */
export interface Edit {
  from: number
  to: number
  insert: string
  selectFrom: number
  selectTo: number
}

const TABLE = '| 项目 | 数值 |\n| --- | --- |\n| 折射率 |  |\n| 密度 |  |'

/** Toggles a mark around the selection or on its lines. */
export function applyMarkup(markup: Markup, text: string, from: number, to: number): Edit {
  switch (markup) {
    case 'bold':
      return wrap(text, from, to, '**', '加粗的字')
    case 'italic':
      return wrap(text, from, to, '*', '强调的字')
    case 'strike':
      return wrap(text, from, to, '~~', '删去的字')
    case 'sub':
      return wrap(text, from, to, '<sub>', '2', '</sub>')
    case 'sup':
      return wrap(text, from, to, '<sup>', '-1', '</sup>')
    case 'code':
      return text.slice(from, to).includes('\n')
        ? insertBlock(text, from, to, `\`\`\`\n${text.slice(from, to)}\n\`\`\``)
        : wrap(text, from, to, '`', '代码')
    case 'heading':
      return togglePrefix(text, from, to, () => '## ', /^#{1,6} /)
    case 'subheading':
      return togglePrefix(text, from, to, () => '### ', /^#{1,6} /)
    case 'quote':
      return togglePrefix(text, from, to, () => '> ', /^> ?/)
    case 'list':
      return togglePrefix(text, from, to, () => '- ', /^[-*+] /)
    case 'numbers':
      return togglePrefix(text, from, to, (at) => `${at + 1}. `, /^\d+[.)] /)
    case 'table':
      return insertBlock(text, to, to, TABLE)
    case 'link':
      return insertLink(text, from, to)
  }
}

function wrap(text: string, from: number, to: number, mark: string, sample: string, end = mark): Edit {
  const size = mark.length
  const isWrapped = text.slice(from - size, from) === mark && text.slice(to, to + end.length) === end
  // A single star next to the selection may be half of `**`.
  const isOther = mark === '*' && text.slice(from - 2, from) === '**' && text.slice(from - 3, from) !== '***'
  if (isWrapped && !isOther) {
    const insert = text.slice(from, to)
    return { from: from - size, to: to + end.length, insert, selectFrom: from - size, selectTo: to - size }
  }
  const words = text.slice(from, to) || sample
  return {
    from,
    to,
    insert: mark + words + end,
    selectFrom: from + size,
    selectTo: from + size + words.length,
  }
}

/** Toggles a prefix on whole lines; removes it when every line has it. */
function togglePrefix(text: string, from: number, to: number, getMark: (at: number) => string, found: RegExp): Edit {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const end = (text.indexOf('\n', to) + 1 || text.length + 1) - 1
  const lines = text.slice(start, end).split('\n')
  const isOn = lines.every((line) => found.test(line))
  const changed = lines.map((line, at) => (isOn ? line.replace(found, '') : getMark(at) + line.replace(found, '')))
  const insert = changed.join('\n')
  const isCaret = from === to
  const caret = start + insert.length
  return { from: start, to: end, insert, selectFrom: isCaret ? caret : start, selectTo: caret }
}

function insertLink(text: string, from: number, to: number): Edit {
  const words = text.slice(from, to)
  const isAddress = /^https?:\/\/\S+$/i.test(words)
  const label = isAddress ? '链接文字' : words || '链接文字'
  const address = isAddress ? words : 'https://'
  const insert = `[${label}](${address})`
  // Selects the part that the author still has to fill in.
  const [selectFrom, length] =
    isAddress || !words ? [from + 1, label.length] : [from + label.length + 3, address.length]
  return { from, to, insert, selectFrom, selectTo: selectFrom + length }
}

/** Inserts a block with an empty line before and after it. */
export function insertBlock(text: string, from: number, to: number, content: string): Edit {
  const before = text.slice(0, from)
  const after = text.slice(to)
  const lead = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const tail = after === '' ? '\n' : after.startsWith('\n\n') ? '' : after.startsWith('\n') ? '\n' : '\n\n'
  const caret = from + lead.length + content.length
  return { from, to, insert: lead + content + tail, selectFrom: caret, selectTo: caret }
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** Replaces the lines of fenced code by spaces; offsets stay the same. */
export function blankCode(markdown: string): string {
  let fence = ''
  const lines = markdown.split('\n').map((line) => {
    const mark = FENCE.exec(line)?.[1] ?? ''
    const isCode = fence !== '' || mark !== ''
    if (fence === '') fence = mark
    else if (mark.startsWith(fence) && line.trim() === mark) fence = ''
    return isCode ? ' '.repeat(line.length) : line
  })
  return lines.join('\n')
}
