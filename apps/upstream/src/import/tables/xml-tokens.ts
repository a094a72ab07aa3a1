import { CommandError } from '#commands/command-error.ts'

/** A tag or a text of XML. `name` is without the prefix of its namespace. */
export type XmlToken =
  | { kind: 'open' | 'empty'; name: string; attribute: (name: string) => string | undefined }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }

/** Parts are bounded, so that no text makes it try for long. */
const TOKEN =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<[?!][^>]*>|<(\/?)([^\s/<>"']{1,80})((?:[^<>"'/]|\/(?!>)|"[^"<]*"|'[^'<]*')*)(\/?)>|([^<]+)/g
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, entity: string) => {
    if (!entity.startsWith('#')) return ENTITIES[entity] ?? whole
    const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** The tokens of a piece of XML that begins and ends between tags. Entities of a document of its own are not resolved. */
export function* xmlTokens(xml: string): Generator<XmlToken> {
  for (const [, data, slash, name, attributes = '', isEmpty, text] of xml.matchAll(TOKEN)) {
    if (data !== undefined) yield { kind: 'text', text: data }
    else if (text !== undefined) yield { kind: 'text', text: decode(text) }
    else if (name !== undefined) {
      const local = name.slice(name.indexOf(':') + 1)
      if (slash) yield { kind: 'close', name: local }
      else
        yield { kind: isEmpty ? 'empty' : 'open', name: local, attribute: (wanted) => attributeOf(attributes, wanted) }
    }
  }
}

/** @param wanted without prefix: `r:id` is found as `id` */
function attributeOf(attributes: string, wanted: string): string | undefined {
  for (const [, name = '', double, single] of attributes.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (name.slice(name.indexOf(':') + 1) === wanted) return decode(double ?? single ?? '')
  }
  return undefined
}

/** No row of a hundred cells is as long. Characters. */
const PIECE_MAX = 16 * 2 ** 20

/**
 * Cuts a stream of XML behind closing tags of one name, so that a piece holds whole elements; the last piece is the rest.
 * @throws CommandError when no such tag comes for long
 */
export async function* xmlPieces(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const tail = `${name}>`
  let rest = ''
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true })
    const last = rest.lastIndexOf(tail)
    const tag = last < 0 ? '' : rest.slice(rest.lastIndexOf('<', last), last)
    if (!/^<\/(?:[\w.-]+:)?$/.test(tag)) {
      if (rest.length > PIECE_MAX) throw new CommandError('工作表有过长的行，无法读取')
      continue
    }
    yield rest.slice(0, last + tail.length)
    rest = rest.slice(last + tail.length)
  }
  yield rest + decoder.decode()
}
