import { CERTIFICATE_FIELDS } from '@portal/contract/certificates/certificate-fields.ts'
import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import type { Certificate, ReplacedVersion } from '@portal/contract/certificates/certificates.ts'
import { formatReplacement } from '@portal/contract/certificates/desk/print-rules.ts'
import { translateValue } from '@portal/contract/certificates/english-values.ts'
import { getCertificateTitle, type PrintedRow } from '@portal/contract/certificates/printed-rows.ts'
import type { ReactNode } from 'react'
import { formatDate, type WireDate } from '#lib/format.ts'
import { SIGNED_FIELDS, splitName } from '../../card/certificate-fields.ts'
import { English } from '../../card/english.tsx'
import type { Organisation } from '../../laboratory.ts'
import type { PrintedFacts } from '../../share/share-picture.ts'
import { calls, share } from './share.tsx'

function formatVersion(version: number, replaces: ReplacedVersion | undefined): string {
  if (!replaces) return `，第 ${version} 版（内容曾更正，以本版为准）`
  return `，${formatReplacement(version, replaces)}，内容以本版为准`
}

/** Texts of the certificate itself. */
const card = {
  mark: ({ name }: Organisation) => splitName(name),
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
  /** Words of the QR code of a receipt. */
  receipt: { scan: '扫码核对本次查询凭证，页面编号与证书编号一致方为有效', qr: '本页二维码' },
}

/** Texts of the dialog that makes a share. */
const shareDialog = {
  making: '生成中',
  numberAlone: '也可以只把编号告诉对方，对方须另有核对码，才能查到证书。',
  made: (endTime: string): ReactNode => (
    <>
      已生成，至 <b>{endTime}</b> 止，可随时收回
    </>
  ),
  link: '链接',
  copy: '复制',
  copied: '已复制链接',
  notCopied: '浏览器不允许复制，请手动选取链接',
  once: '链接只在此刻显示，关闭后不能再取得，请先复制或保存图片。',
  pass: '转发',
  passTitle: '分享的证书查询结果',
  close: '关闭',
  /** Text for visitors, who have no list of their shares. */
  revokeLater: (link: (words: string) => ReactNode): ReactNode => (
    <>您没有登录：日后要收回，只能用这个{link('收回链接')}，它也只显示这一次。</>
  ),
  copyRevoke: '复制收回链接',
  picture: {
    facts: ({ conclusion, issuedOn }: PrintedFacts, { name }: Organisation) => ({
      organisation: name,
      conclusion,
      issuedOn: formatDate(issuedOn),
    }),
    title: '分享的查询结果',
    conclusion: CERTIFICATE_FIELDS.conclusion.label,
    number: CERTIFICATE_FIELDS.certificateNo.label,
    mass: CERTIFICATE_FIELDS.totalMassG.label,
    issuedOn: CERTIFICATE_FIELDS.issuedOn.label,
    /** Horizontal position of the values, px. */
    indent: 190,
    scan: '扫码看完整结果',
    until: (endTime: string): string => `${endTime} 止`,
    noCode: '不含核对码',
    label: (words: readonly string[], endTime: string): string =>
      `分享图片：${words.join('，')}，二维码打开此分享，${endTime} 止，不含核对码`,
    caption: '保存的图片，1080 × 1440',
    save: '保存图片',
  },
}

/** Texts of a certificate and of sharing it, which are loaded with the certificate. */
export const certificateTexts = { card, calls, share, shareDialog }
