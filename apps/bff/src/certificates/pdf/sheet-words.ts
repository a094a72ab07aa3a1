import { findReissue, formatReissue } from '@portal/contract/certificates/amendments.ts'
import { CERTIFICATE_FIELDS } from '@portal/contract/certificates/certificate-fields.ts'
import type { CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import type { Certificate, CertificateAnswer, ReplacedVersion } from '@portal/contract/certificates/certificates.ts'
import { formatReplacement, type ShortLookupPath } from '@portal/contract/certificates/desk/print-rules.ts'
import { getCertificateTitle } from '@portal/contract/certificates/printed-rows.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { getEnglishConclusion, listSignatureRows, listTableRows, type SheetRow } from './sheet-rows.ts'

/** Texts of a sheet in one language. */
export interface SheetWords {
  language: 'zh-CN' | 'en'
  /** Path of the lookup page, below the site's origin. */
  lookupPath: string
  receiptPath: string
  /** Path in the QR code of a printed sheet. */
  shortLookupPath: ShortLookupPath
  /** Second line of the brand: the rest of the Chinese name, and the English name, each empty if there is none. */
  brand(rest: string, english: string): string
  /** Letter spacing of the title, em. */
  tracking: number
  title(category: CertificateCategory): string
  /** The title in a second language, beside the first; empty for none. */
  titleBeside(category: CertificateCategory): string
  subject(certificate: Certificate): string
  number: string
  /** Version of the certificate, and what it replaces. */
  version(certificate: Certificate, replaces: ReplacedVersion | undefined): string
  conclusion: string
  /** The conclusion and its second language, which is printed below it; empty for none. */
  getConclusion(certificate: Certificate): readonly [string, string]
  rows(certificate: Certificate): SheetRow[]
  signatures(certificate: Certificate): SheetRow[]
  /** Width of the labels of the table at its largest type, pt. */
  labelWidth: number
  /** Note about texts that have no translation; `null`: none is needed. */
  untranslated: string | null
  blank: string
  omitted(count: number): string
  /** Caption of a picture. `place` counts from 0. */
  picture(caption: string | null | undefined, place: number): string
  missing(caption: string): string
  /** Text for a certificate that is no longer valid; `null` for a valid one. */
  state(answer: CertificateAnswer): { head: string; text: string } | null
  result(answer: CertificateAnswer, lookedUpAtMs: number): string
  site(origin: string, phone: string): string
  note: string
  /** Lines beside the QR code. */
  hint(hasReceipt: boolean): readonly string[]
  print: PrintWords
}

/** Texts of printed certificates alone. */
interface PrintWords {
  name: string
  code: string
  /** Note instead of a code, one line for each language. */
  noCode: readonly string[]
  lookUp(host: string): string
  phone(phone: string): string
  hint: readonly string[]
}

export const CHINESE_WORDS: SheetWords = {
  language: 'zh-CN',
  lookupPath: '/certificate-check',
  receiptPath: '/certificate-check/receipt',
  shortLookupPath: '/c',
  brand: (rest) => rest,
  tracking: 0.2,
  title: (category) => getCertificateTitle(category)[0],
  titleBeside: () => '',
  subject: ({ conclusion }) => `${CERTIFICATE_FIELDS.conclusion.label}：${conclusion}`,
  number: CERTIFICATE_FIELDS.certificateNo.label,
  version: ({ version, amendment }, replaces) => {
    if (replaces) return formatReplacement(version, replaces)
    const reissue = findReissue(amendment)
    return reissue ? formatReissue(version, reissue) : `第 ${version} 版`
  },
  conclusion: CERTIFICATE_FIELDS.conclusion.label,
  getConclusion: (certificate) => [certificate.conclusion, getEnglishConclusion(certificate)],
  rows: listTableRows,
  signatures: listSignatureRows,
  labelWidth: 62,
  untranslated: null,
  blank: '（以下空白）',
  omitted: (count) => `另有 ${count} 项内容未能排入本页，请在官网查询结果中查看`,
  picture: (caption) => caption?.trim() || '样品影像',
  missing: (caption) => `${caption && `${caption}：`}影像暂时无法载入`,
  state: ({ state, changedOn, newerNo, reason }) => {
    const day = changedOn ? `${changedOn} ` : ''
    if (state === 'reissued') {
      return { head: '已换发', text: `${day}换发，新证书编号 ${newerNo ?? ''}。请以新证书为准，本证书不再有效。` }
    }
    if (state !== 'withdrawn') return null
    return { head: '已撤销', text: `${day}撤销，本证书不再有效。${reason ? `原因：${reason}` : ''}` }
  },
  result: ({ state }, lookedUpAtMs) => {
    const name = { valid: '编号有效', reissued: '已换发', withdrawn: '已撤销' }[state as 'valid'] ?? ''
    return `查询结果 ${name}　查询于 ${toWireDateTime(lookedUpAtMs)}（北京时间）`
  },
  site: (origin, phone) => `官方网站 ${origin}${phone && `　电话 ${phone}`}`,
  note: '本页依查询时的签发记录生成。证书的当前状态以官方网站的查询为准。',
  hint: (hasReceipt) =>
    hasReceipt ? ['扫码核验查询回执', '须打开官方网站', '并与本页编号一致'] : ['扫码在官方网站', '再查一次'],
  print: {
    name: '证书打印件',
    code: '核对码　刮开涂层，与编号一同查询',
    noCode: ['本件不含核对码，查询请用原件上的核对码'],
    lookUp: (host) => `查询 ${host}`,
    phone: (phone) => `电话 ${phone}`,
    hint: ['扫码查询，页面编号与', '证书编号一致方为有效'],
  },
}
