import { REDIRECTS_MAX, type Redirect } from '@portal/contract/site/redirect-rules.ts'

/** Maximum size of an imported file, in bytes. */
const FILE_MAX_BYTES = 2 * 1024 * 1024

/** A redirect of a file, and the number of its line there, from 1. */
export interface FileRow extends Redirect {
  line: number
}

/** Reads rows of two columns. A first row without a path is the heading. @returns a message when the file has no such rows */
export async function readRedirectFile(file: File): Promise<FileRow[] | string> {
  if (file.size > FILE_MAX_BYTES) return '没有导入。文件超过 2 MB，请分成几个'
  return parseRedirects(decode(await file.arrayBuffer()))
}

/** Excel in Chinese saves CSV in GBK. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

const CELL = /\s*(?:"((?:[^"]|"")*)"|([^,\t]*))\s*(?:[,\t]|$)/y

function splitCells(line: string): string[] {
  const cells: string[] = []
  CELL.lastIndex = 0
  while (CELL.lastIndex < line.length) {
    const found = CELL.exec(line)
    if (!found) return [...cells, '']
    const [, quoted, plain = ''] = found
    cells.push(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"').trim())
  }
  return cells
}

export function parseRedirects(text: string): FileRow[] | string {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((text, at) => ({ cells: splitCells(text), line: at + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const rows = lines[0]?.cells[0]?.startsWith('/') ? lines : lines.slice(1)
  if (rows.length === 0) return '没有导入。文件里没有跳转，每行应有两列：旧地址、去处'
  if (rows.length > REDIRECTS_MAX) return `没有导入。一次最多 ${REDIRECTS_MAX} 条`
  return rows.map(({ cells: [from = '', to = ''], line }) => ({ from, to, line }))
}

/** Lists the lines of the file that `parseRedirects` reads. */
export const listRedirects = (rows: readonly Redirect[]): string[][] => [
  ['旧地址', '去处'],
  ...rows.map(({ from, to }) => [from, to]),
]
