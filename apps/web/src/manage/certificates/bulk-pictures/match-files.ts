import { readCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { DESK_PICTURE } from '@portal/contract/certificates/desk/desk-rules.ts'
import type { DeskCertificate } from '../desk-words.ts'

/** Maximum number of files at a time; each number needs a request. */
export const FILES_MAX = 1000

/** A chosen file, and the place that its name gives it. */
export interface NamedFile {
  file: File
  /** `null`: the name has no valid number. */
  certificateNo: string | null
  /** Order among the pictures of the certificate; 0 without a suffix. */
  nth: number
  /** Reason why the file is not uploaded, in Chinese; empty: it can be. */
  fault: string
}

const PICTURE_NAME = /\.(?:jpe?g|png|webp)$/i
/** `SH20261128000012`, `SH20261128000012-2`, `SH20261128000012_2`, `SH20261128000012 (2)`. */
const NUMBERED_NAME = /^(SH\d{14})(?:\s*[-_]\s*(\d{1,2})|\s*\((\d{1,2})\))?$/

const toPlainName = (name: string) => name.normalize('NFKC').replace(PICTURE_NAME, '').trim().toUpperCase()

const describeWrongName = (name: string) =>
  NUMBERED_NAME.test(toPlainName(name)) ? '编号打错了，请核对' : '文件名不是证书编号'

/** Reads number and order from the name of a file; `null`: the name is no certificate number. */
export function readFileName(name: string): { certificateNo: string; nth: number } | null {
  const plain = toPlainName(name)
  const [, number = '', dashed, bracketed] = NUMBERED_NAME.exec(plain) ?? []
  const reading = readCertificateNo(number)
  return reading.kind === 'right'
    ? { certificateNo: reading.certificateNo, nth: Number(dashed ?? bracketed ?? 0) }
    : null
}

/**
 * Sorts files by number and suffix. Two files for the same place are both refused, because only a person knows which one is right.
 * @returns the pictures, and the number of other files, which a folder may contain
 */
export function nameFiles(files: readonly File[]): { named: NamedFile[]; others: number } {
  const pictures = files.filter(({ name }) => PICTURE_NAME.test(name))
  const places = new Map<string, number>()
  const read = pictures.map((file): NamedFile => {
    const found = readFileName(file.name)
    if (!found) return { file, certificateNo: null, nth: 0, fault: describeWrongName(file.name) }
    const place = `${found.certificateNo} ${found.nth}`
    places.set(place, (places.get(place) ?? 0) + 1)
    return { file, ...found, fault: '' }
  })
  const named = read.map((one) =>
    (places.get(`${one.certificateNo} ${one.nth}`) ?? 0) > 1 ? { ...one, fault: '编号与次序重复，请只留一张' } : one,
  )
  const compareFiles = (one: NamedFile, other: NamedFile) =>
    (one.certificateNo ?? '').localeCompare(other.certificateNo ?? '') || one.nth - other.nth
  return { named: named.sort(compareFiles), others: files.length - pictures.length }
}

/** Returns why a person may add no picture to this certificate; empty: it is a draft of theirs. */
export function findDraftFault({ pendingChange }: DeskCertificate, selfId: string): string {
  if (pendingChange === null) return '这份证书没有草稿；已发布的，请先开始更正'
  if (pendingChange.kind === 'withdrawal') return '这份证书正在撤销'
  if (pendingChange.state === 'submitted') return '已提交审批，不能再加图片'
  const { writers, preparedBy } = pendingChange
  // A draft without writers belongs to the person who began it.
  const people = writers.length === 0 && preparedBy ? [preparedBy] : writers
  if (people.length === 0 || people.some(({ id }) => id === selfId)) return ''
  return `${people.map(({ nickname }) => nickname).join('、')}的草稿，请到证书页上传`
}

/** Refuses the files of a certificate that find no room beside its stored pictures. */
export function limitFiles(files: readonly NamedFile[], stored: number): NamedFile[] {
  let room = DESK_PICTURE.max - stored
  return files.map((one) => {
    if (one.fault !== '') return one
    room -= 1
    return room >= 0 ? one : { ...one, fault: `至多 ${DESK_PICTURE.max} 张，已有 ${stored} 张，放不下` }
  })
}
