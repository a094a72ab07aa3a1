import { blankCode, type Edit } from '#domain/writing/markup.ts'

const QUESTION = '【问题】\n\n【回答】'
const NEW_GROUP = `## 【分组名】\n\n### ${QUESTION}`

/** Adds a group with a question after the group at an offset, in the form that the page of questions reads. */
export function addGroup(text: string, at: number): Edit {
  const next = findHeadings(text).find(({ from, level }) => level === 2 && from > at)
  return insertBefore(text, next?.from, NEW_GROUP)
}

/** Adds a question after the question at an offset. Pages without groups have questions of the second level. */
export function addQuestion(text: string, at: number): Edit {
  const headings = findHeadings(text)
  const next = headings.find(({ from }) => from > at)
  const current = headings.filter(({ from }) => from <= at).at(-1)
  const isAnswered = current?.level === 2 && text.slice(current.to, next?.from).trim() !== ''
  const level = isAnswered && next?.level !== 3 ? '##' : '###'
  return insertBefore(text, next?.from, `${level} ${QUESTION}`)
}

function findHeadings(text: string) {
  return [...blankCode(text).matchAll(/^(##|###)[ \t].*$/gm)].map(({ index, 0: line, 1: signs = '' }) => ({
    from: index,
    to: index + line.length,
    level: signs.length,
  }))
}

/** @param place the end of the text by default */
function insertBefore(text: string, place: number | undefined, added: string): Edit {
  const from = text.slice(0, place).trimEnd().length
  const insert = `${from === 0 ? '' : '\n\n'}${added}\n${place === undefined ? '' : '\n'}`
  const to = place ?? text.length
  // The caret stays before the new part, so that its first gap is the next one.
  return { from, to, insert, selectFrom: from, selectTo: from }
}
