import { inflateSync } from 'node:zlib'
import { PDF_PAGES_MAX } from '@portal/contract/media/media-rules.ts'

/** Maximum bytes of all streams after they are decompressed. */
const INFLATED_MAX = 60 * 1024 * 1024
/** Distance from the end within which the last `%%EOF` must be, as readers expect it. */
const END_BYTES = 1024
/** Characters before a stream within which its dictionary begins. */
const DICTIONARY_CHARS = 4096

/** What a reader would run, open or unpack, by the name in the file. */
const REFUSED_NAMES: readonly (readonly [name: string, what: string])[] = [
  ['JavaScript', '脚本（JavaScript）'],
  ['Rendition', '可执行的媒体（Rendition）'],
  ['Launch', '启动程序的动作（Launch）'],
  ['EmbeddedFile', '内嵌的附件（EmbeddedFile）'],
  ['EmbeddedFiles', '内嵌的附件（EmbeddedFiles）'],
  ['RichMedia', '富媒体（RichMedia）'],
  ['XFA', '动态表单（XFA）'],
  ['SubmitForm', '提交表单的动作（SubmitForm）'],
  ['ImportData', '导入数据的动作（ImportData）'],
]
const REFUSED = new RegExp(`/(${REFUSED_NAMES.map(([name]) => name).join('|')})(?![^\\s()<>[\\]{}/%])`)
/** Short names, which compressed bytes may contain by chance. They are looked for in decompressed text only. */
const REFUSED_SHORT = /\/JS(?![^\s()<>[\]{}/%])/
/** An action at opening that is more than a jump to a page. */
const OPEN_ACTION = /\/OpenAction\s*(?:<<(?:(?!>>)[\s\S]){0,2000}?\/S\s*\/(?!GoTo[^A-Za-z0-9])|(\d+)\s+(\d+)\s+R)/

export type PdfCheck = { fault: string } | { pages: number | null }

/**
 * Checks a PDF for what its readers could run. It is no proof of harmlessness: the headers of the download are the
 * protection.
 * @returns a Chinese fault, or the number of pages, `null` when it is not known
 */
export function checkPdf(bytes: Buffer): PdfCheck {
  const end = bytes.subarray(-END_BYTES).toString('latin1')
  if (bytes.toString('latin1', 0, 5) !== '%PDF-' || !/startxref\s+\d+\s+%%EOF/.test(end)) {
    return { fault: '这个文件不是完整的 PDF。请在原来的软件中重新“另存为 PDF”' }
  }
  const raw = decodeNames(bytes.toString('latin1'))
  if (/\/Encrypt(?![A-Za-z])/.test(raw)) return { fault: '这个 PDF 已加密。请取消密码或权限限制后另存，再上传' }
  const texts = inflateTexts(bytes)
  if (typeof texts === 'string') return { fault: texts }
  for (const text of [raw, ...texts]) {
    const what = findRefused(text) ?? (text === raw ? undefined : findShort(text))
    if (what !== undefined) return { fault: `这个 PDF 含有${what}，请另存为普通 PDF 后再上传` }
  }
  const outside = raw.replace(/stream\r?\n[\s\S]*?endstream/g, '')
  if (findShort(outside) !== undefined) return { fault: '这个 PDF 含有脚本（JS），请另存为普通 PDF 后再上传' }
  if (opensAction(raw, texts)) return { fault: '这个 PDF 打开时会执行动作（OpenAction），请另存为普通 PDF 后再上传' }
  const pages = countPages([outside, ...texts])
  if (pages !== null && pages > PDF_PAGES_MAX) return { fault: `这个 PDF 有 ${pages} 页，最多 ${PDF_PAGES_MAX} 页` }
  return { pages }
}

/** A name may be written with the codes of its characters: `/J#61vaScript`. */
const decodeNames = (text: string): string =>
  text.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const findRefused = (text: string): string | undefined => {
  const name = REFUSED.exec(text)?.[1]
  return REFUSED_NAMES.find(([one]) => one === name)?.[1]
}

const findShort = (text: string): string | undefined => (REFUSED_SHORT.test(text) ? '脚本（JS）' : undefined)

/** @returns the text of every compressed stream that is no picture; a fault when one cannot be checked */
function inflateTexts(bytes: Buffer): string[] | string {
  const texts: string[] = []
  let remaining = INFLATED_MAX
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 6)) {
    if (bytes.toString('latin1', at - 3, at) === 'end') continue
    const before = bytes.toString('latin1', Math.max(0, at - DICTIONARY_CHARS), at)
    const dictionary = decodeNames(before.slice(before.lastIndexOf('obj') + 1))
    const isObjects = /\/ObjStm(?![A-Za-z])/.test(dictionary)
    if (isObjects && !isPlainFlate(dictionary)) return '这个 PDF 的压缩方式无法检查，请另存为普通 PDF 后再上传'
    if (/\/Subtype\s*\/Image(?![A-Za-z])/.test(dictionary) && !isObjects) continue
    const start = bytes[at + 6] === 13 && bytes[at + 7] === 10 ? at + 8 : at + 7
    if (!isZlib(bytes, start)) continue
    const inflated = inflate(bytes.subarray(start), remaining)
    if (inflated === 'too-large') return '这个 PDF 解压后超过 60 MB，请压缩其中的图片或拆分后再上传'
    if (inflated === undefined) {
      if (isObjects) return '这个 PDF 已损坏，请在原来的软件中重新“另存为 PDF”'
      continue
    }
    remaining -= inflated.length
    texts.push(decodeNames(inflated.toString('latin1')))
  }
  return texts
}

/** Whether objects are compressed in the one way that is checked here. */
function isPlainFlate(dictionary: string): boolean {
  const filter = /\/Filter\s*(\[[^\]]*\]|\/\w+|\d+\s+\d+\s+R)?/.exec(dictionary)
  const isFlate = filter === null || /^(?:\[\s*\/FlateDecode\s*\]|\/FlateDecode)$/.test(filter[1] ?? '')
  return isFlate && !/\/(?:Predictor|DecodeParms)(?![A-Za-z])/.test(dictionary)
}

const isZlib = (bytes: Buffer, at: number): boolean => {
  const [method = 0, flags = 0] = bytes.subarray(at, at + 2)
  return (method & 15) === 8 && (method * 256 + flags) % 31 === 0
}

function inflate(bytes: Buffer, most: number): Buffer | 'too-large' | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: most })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : undefined
  }
}

function opensAction(raw: string, texts: readonly string[]): boolean {
  return [raw, ...texts].some((text) => {
    const found = OPEN_ACTION.exec(text)
    if (found === null) return false
    const [, number, generation] = found
    if (number === undefined) return true
    // The action is an object of its own. Those in compressed streams have no head; their names were looked for before.
    const object =
      new RegExp(`(?<![0-9])${number}\\s+${generation}\\s+obj\\b([\\s\\S]{0,2000}?)endobj`).exec(raw)?.[1] ?? ''
    return /\/S\s*\/(?!GoTo[^A-Za-z0-9])/.test(object)
  })
}

/** @returns the largest count of a tree of pages, which is its root's; `null` when none was found */
function countPages(texts: readonly string[]): number | null {
  const counts = texts.flatMap((text) =>
    [...text.matchAll(/\/Type\s*\/Pages(?![A-Za-z])/g)].flatMap(({ index }) => {
      const around = text.slice(Math.max(0, text.lastIndexOf('<<', index)), index + 2000)
      const count = /\/Count\s+(\d{1,6})/.exec(around.split('endobj')[0] ?? '')
      return count ? [Number(count[1])] : []
    }),
  )
  return counts.length > 0 ? Math.max(...counts) : null
}
