import { deflateSync } from 'node:zlib'

/** Makes a PDF of one page. @param objects further objects, numbered from 4 */
export function makePdf({ catalog = '', objects = [], trailer = '' }: PdfParts = {}): Buffer {
  const bodies = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
    ...objects,
  ]
  const parts = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  bodies.forEach((body, at) => {
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(body as string), Buffer.from('\nendobj\n'))
  })
  const size = bodies.length + 1
  parts.push(Buffer.from(`trailer << /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n0\n%%EOF\n`))
  return Buffer.concat(parts)
}

interface PdfParts {
  catalog?: string
  objects?: readonly (string | Buffer)[]
  trailer?: string
}

/** Makes a compressed stream. @param dictionary its entries besides length and filter */
export function makeStream(content: string | Buffer, dictionary = ''): Buffer {
  const packed = deflateSync(content)
  const head = `<< ${dictionary} /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')])
}
