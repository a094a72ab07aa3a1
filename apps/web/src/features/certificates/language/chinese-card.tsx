import { CERTIFICATE_FIELDS } from '@portal/contract/certificates/certificate-fields.ts'
import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import type { Certificate, ReplacedVersion } from '@portal/contract/certificates/certificates.ts'
import { formatReplacement } from '@portal/contract/certificates/desk/print-rules.ts'
import { translateValue } from '@portal/contract/certificates/english-values.ts'
import { getCertificateTitle, type PrintedRow } from '@portal/contract/certificates/printed-rows.ts'
import type { ReactNode } from 'react'
import { formatDate, type WireDate } from '#lib/format.ts'
import type { ReceiptWords } from '../card/certificate-receipt.tsx'
import { English } from '../card/english.tsx'

const { inspector, reviewer, approver, issuedOn } = CERTIFICATE_FIELDS
/** Names of the people and the day of issue, in their order at the bottom of the certificate. */
export const SIGNED_FIELDS = [inspector, reviewer, approver, issuedOn]

/** Word before which the brand mark splits the name, as in the header. */
const MARK_BREAK = '珠宝'

/** The laboratory's name in two lines. */
export function splitName(name: string): { head: ReactNode; rest: string } {
  const at = name.indexOf(MARK_BREAK)
  return at > 0 ? { head: name.slice(0, at), rest: name.slice(at) } : { head: name, rest: '' }
}

function formatVersion(version: number, replaces: ReplacedVersion | undefined): string {
  if (!replaces) return `，第 ${version} 版（内容曾更正，以本版为准）`
  return `，${formatReplacement(version, replaces)}，内容以本版为准`
}

/** Texts of the certificate itself. */
export const chineseCard = {
  mark: splitName,
  sign: (name: string | null | undefined): ReactNode => name,
  toggle: '显示英文对照' as string | null,
  label: (certificateNo: string, voidText: string | undefined) =>
    `证书 ${certificateNo}${voidText ? `（${voidText}）` : ''}`,
  title: (category: CertificateCategory): readonly [string, string] => getCertificateTitle(category),
  number: (
    <>
      {CERTIFICATE_FIELDS.certificateNo.label} <English>{CERTIFICATE_FIELDS.certificateNo.labelEn}</English>
    </>
  ) as ReactNode,
  category: (category: CertificateCategory, version: number, replaces: ReplacedVersion | undefined): string =>
    CERTIFICATE_CATEGORIES[category] + (version > 1 ? formatVersion(version, replaces) : ''),
  conclusion: (
    <>
      {CERTIFICATE_FIELDS.conclusion.label} <English>{CERTIFICATE_FIELDS.conclusion.labelEn}</English>
    </>
  ) as ReactNode,
  /** The conclusion, followed by its text in the other language. */
  formatConclusion: (
    { conclusion, conclusionEn }: Certificate,
    beside: string | undefined,
  ): readonly [ReactNode, ReactNode] => [
    conclusion,
    <English className={beside} key="en">
      {conclusionEn?.trim() || translateValue('conclusion', conclusion)}
    </English>,
  ],
  heading: (chinese: string, english: string): ReactNode => (
    <>
      {chinese} <English>{english}</English>
    </>
  ),
  rowLabel: ({ label, labelEn }: PrintedRow, english: string | undefined): ReactNode => (
    <>
      {label} <English className={english}>{labelEn}</English>
    </>
  ),
  rowValue: ({ value, valueEn }: PrintedRow, english: string | undefined): ReactNode => (
    <>
      {value} <English className={english}>{valueEn}</English>
    </>
  ),
  signs: SIGNED_FIELDS.map(({ label, labelEn }) => (
    <>
      {label} <English>{labelEn}</English>
    </>
  )) as readonly ReactNode[],
  date: formatDate as (wire: WireDate) => string,
  picture: (caption: string | null | undefined, place: number): string =>
    caption?.trim() || (place === 0 ? '样品影像' : `样品影像 ${place + 1}`),
  /** Label of the link that enlarges a picture. */
  enlarge: (name: string) => `放大查看：${name}`,
  scene: (name: string, widthMm: number) => `${name}（画面宽 ${widthMm} mm）`,
  /** Whether pictures are enlarged on the page; otherwise the browser opens them. */
  hasViewer: true,
  scale: (lengthMm: number) => `比例尺 ${lengthMm} 毫米`,
  seal: '检测专用章',
  /** Words of the QR code of a receipt; by default in Chinese. */
  receipt: undefined as ReceiptWords | undefined,
}
