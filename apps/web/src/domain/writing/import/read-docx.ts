import { strFromU8, unzipSync, zipSync } from 'fflate'
import mammoth from 'mammoth'

/* The library never unpacks a file of a stranger: it gets a file that is packed anew, with the parts it reads and no more
   than the limits allow. */

const UNPACKED_MAX_BYTES = 60 * 1024 * 1024
/** Maximum size of one part with text, in bytes. */
const XML_MAX_BYTES = 10 * 1024 * 1024
const PARTS_MAX = 2000

/** Error of a file that cannot be read; its message is shown. */
export class DocxRefused extends Error {}

const BROKEN = '文件已损坏，或不是 Word 文档。请用 Word 打开并另存为 .docx'
const TOO_LARGE = '文件解开后太大，请分成几份，或删去其中的大图'
const LEGACY = '这是旧版 .doc 文件，或文件加了密码。请用 Word 另存为不加密的 .docx'

/** Style of a title becomes the first heading. Other styles are the library's own. */
const STYLES = ["p[style-name='Title'] => h1:fresh"]

/**
 * Reads a `.docx` file as HTML, with its pictures as `data:` addresses. Comments and deleted revisions are left out.
 * @throws DocxRefused
 */
export async function readDocx(file: Uint8Array): Promise<string> {
  const parts = unpack(file)
  if (!parts['[Content_Types].xml']) throw new DocxRefused(BROKEN)
  for (const [name, bytes] of Object.entries(parts)) {
    // Word writes none of these, which can define entities that grow without end.
    if (!/^word\/media\//.test(name) && /<!(?:DOCTYPE|ENTITY)/i.test(strFromU8(bytes, true))) {
      throw new DocxRefused(BROKEN)
    }
  }
  const buffer = zipSync(parts, { level: 0 })
  try {
    const options = { styleMap: STYLES, includeEmbeddedStyleMap: false }
    // Browsers read `arrayBuffer`, Node reads `buffer`.
    const input = { arrayBuffer: buffer.buffer as ArrayBuffer, buffer }
    return (await mammoth.convertToHtml(input, options)).value
  } catch {
    throw new DocxRefused(BROKEN)
  }
}

function unpack(file: Uint8Array): Record<string, Uint8Array> {
  if (file[0] === 0xd0 && file[1] === 0xcf) throw new DocxRefused(LEGACY)
  let total = 0
  let count = 0
  try {
    return unzipSync(file, {
      // A part is never unpacked to more than the size that it states here.
      filter({ name, originalSize }) {
        count += 1
        const isText = /\.(?:xml|rels)$/.test(name)
        if (!isText && !/^word\/media\/[^/]+$/.test(name)) return false
        total += originalSize
        if (total > UNPACKED_MAX_BYTES || count > PARTS_MAX || (isText && originalSize > XML_MAX_BYTES)) {
          throw new DocxRefused(TOO_LARGE)
        }
        return true
      },
    })
  } catch (reason) {
    throw reason instanceof DocxRefused ? reason : new DocxRefused(BROKEN)
  }
}
