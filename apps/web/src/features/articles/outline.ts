import { asSafeHtml, type SafeHtml, toPlainText } from '#lib/html/safe-html.ts'

export interface OutlineHeading {
  /** The element's id in the HTML. */
  id: string
  level: 2 | 3
  text: string
}

const HEADING = /<h(?<level>[23])\b(?<attributes>[^>]*)>(?<inner>.*?)<\/h\k<level>>/gs
const ID = /\bid="(?<id>[^"]+)"/

/** Second- and third-level headings in order, without those that lack id or text. */
export function outlineOf(html: SafeHtml): OutlineHeading[] {
  return [...html.matchAll(HEADING)].flatMap(({ groups }) => {
    const id = ID.exec(groups?.attributes ?? '')?.groups?.id
    const text = toPlainText(asSafeHtml(groups?.inner))
    return id && text ? [{ id, level: groups?.level === '3' ? 3 : 2, text }] : []
  })
}
