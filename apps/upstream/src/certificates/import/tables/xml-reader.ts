import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { CommandError } from '#platform/commands/command-error.ts'
import { makeDamageError } from './zip-archive.ts'

/** An opening tag. */
export interface XmlTag {
  /** Name without the prefix of its namespace. */
  name: string
  /** Returns the value of an attribute. @param name without prefix: `r:id` is found as `id` */
  getAttribute(name: string): string | undefined
}

export interface XmlHandlers {
  open?: (tag: XmlTag) => void
  close?: (name: string) => void
  /** Receives text, also of CDATA, in one or several pieces. */
  text?: (text: string) => void
}

/** Maximum length of an attribute, in characters; a spreadsheet writes less than 300. */
const ATTRIBUTE_MAX = 8 * 1024
/** Maximum characters without a tag: a cell of 32,767 characters, each written as an entity, has fewer. */
const GAP_MAX = 512 * 1024
const DEPTH_MAX = 64
const WRITTEN_MAX = 16 * 1024

const getLocalName = (name: string) => name.slice(name.indexOf(':') + 1)

function toXmlTag({ name, attributes }: SaxesTagPlain): XmlTag {
  return {
    name: getLocalName(name),
    getAttribute: (wanted) =>
      attributes[wanted] ?? attributes[Object.keys(attributes).find((one) => getLocalName(one) === wanted) ?? ''],
  }
}

/**
 * Reads a document of any length. Entities that it declares are not expanded.
 * @returns yields the bytes read so far, after the handlers were called for them
 * @throws CommandError for a document that is not well-formed, or above the limits
 */
export async function* readXml(chunks: AsyncIterable<Buffer>, handlers: XmlHandlers): AsyncGenerator<number> {
  const { parser, sinceTag } = createParser(handlers)
  const decoder = new TextDecoder()
  const write = (text: string) => {
    for (let at = 0; at < text.length; at += WRITTEN_MAX) {
      const piece = text.slice(at, at + WRITTEN_MAX)
      parser.write(piece)
      if (sinceTag(piece.length) > GAP_MAX) throw makeDamageError()
    }
  }
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    write(decoder.decode(chunk, { stream: true }))
    yield bytes
  }
  write(decoder.decode())
  parser.close()
  yield bytes
}

function createParser({ open, close, text }: XmlHandlers) {
  const parser = new SaxesParser()
  let gap = 0
  let depth = 0
  parser.on('error', () => {
    throw makeDamageError()
  })
  parser.on('attribute', ({ value }) => {
    if (value.length > ATTRIBUTE_MAX) throw makeDamageError()
  })
  parser.on('opentag', (tag) => {
    gap = 0
    depth += 1
    if (depth > DEPTH_MAX) throw makeDamageError()
    open?.(toXmlTag(tag))
  })
  parser.on('closetag', ({ name }) => {
    gap = 0
    depth -= 1
    close?.(getLocalName(name))
  })
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  return {
    parser,
    sinceTag: (characters: number) => {
      gap += characters
      return gap
    },
  }
}

/** Reads a small document. @throws CommandError above `maxBytes`, and as `readXml` does */
export async function readSmallXml(
  chunks: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
  maxBytes: number,
): Promise<void> {
  for await (const bytes of readXml(chunks, handlers)) {
    if (bytes > maxBytes) throw new CommandError('工作簿的样式或目录过大，请另存为 CSV 后再导入')
  }
}
