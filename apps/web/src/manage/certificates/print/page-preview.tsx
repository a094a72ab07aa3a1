import { certificateTitle } from '@portal/contract/certificates/printed-rows.ts'
import { replacesText, SHEETS } from '@portal/contract/manage/certificates/print-rules.ts'
import { cut, Dimension, FoilField, QrMark, qrSide, SealMark, Words } from './preview-parts.tsx'
import { factRows, type PreviewFacts } from './preview-rows.ts'
import styles from './print.module.css'

/** Where the parts of a sheet stand, mm; as the BFF draws them. */
const PLANS = {
  a4: {
    ...{ left: 24, right: 273, cut: 8, brand: 33, number: 38.4, title: { x: 24, y: 53 }, rules: [60, 160] as const },
    ...{ picture: { y: 65, width: 70, height: 60 }, facts: { x: 104, y: 93, columns: 2, width: 88, step: 9.2 } },
    ...{ conclusion: { x: 104, y: 82, size: 21 }, people: 168, code: { x: 24, y: 182 } },
    ...{ seal: { x: 186, y: 179, radius: 18 }, qr: 164, sizes: { number: 15, title: 24, body: 10.5, small: 9 } },
  },
  a5: {
    ...{ left: 16, right: 132, cut: 6, brand: 24, number: 26, title: { x: 47, y: 41 }, rules: [47, 156] as const },
    ...{ picture: { y: 52, width: 50, height: 42 }, facts: { x: 16, y: 103, columns: 2, width: 60, step: 7.2 } },
    ...{ conclusion: { x: 72, y: 65, size: 19 }, people: 162.4, code: { x: 16, y: 181 } },
    ...{ seal: { x: 86, y: 184.5, radius: 13 }, qr: 173, sizes: { number: 11, title: 18, body: 9, small: 7 } },
  },
} as const

interface PagePreviewProps {
  kind: 'a4' | 'a5'
  facts: PreviewFacts
  withCode: boolean
}

/** A certificate on A4 or A5 in millimetres, without the code. */
export function PagePreview({ kind, facts, withCode }: PagePreviewProps) {
  const { width, height, safe, moduleDots } = SHEETS[kind]
  const plan = PLANS[kind]
  const { certificate, replaces, marks } = facts.text
  const [picture] = certificate.pictures ?? []
  const side = qrSide(facts.address, moduleDots)
  const [inner, outer] = [safe + plan.cut, width - safe - plan.cut]
  const frame = `M${inner} ${safe}H${outer}L${width - safe} ${inner}V${height - inner}L${outer} ${height - safe}H${inner}L${safe} ${height - inner}V${inner}Z`
  const version = replaces ? replacesText(certificate.version, replaces) : `第 ${certificate.version} 版`
  const shownAt = picture ? plan.conclusion.x : plan.left
  const { number, title, body, small } = plan.sizes
  return (
    <figure>
      <figcaption>
        <b>{kind === 'a4' ? 'A4，横向' : 'A5，纵向'}</b> 框距边 {safe}，不出血；二维码模块{' '}
        {((moduleDots * 25.4) / 300).toFixed(3)}
        ，连静区 {side.toFixed(1)}
      </figcaption>
      <svg
        className={styles.sheet}
        viewBox={`-16 -18 ${width + 22} ${height + 22}`}
        role="img"
        aria-label={`${kind === 'a4' ? 'A4 横向' : 'A5 纵向'}证书，${width} × ${height} 毫米`}
      >
        <rect className={styles.paper} width={width} height={height} />
        <path className={styles.frame} d={frame} />
        <Words x={plan.left} y={plan.brand} size={title * 0.6} isBold>
          {facts.siteName}
        </Words>
        <Words x={plan.right} y={plan.number - number * 0.5} size={small} align="end">
          证书编号
        </Words>
        <Words x={plan.right} y={plan.number} size={number} isBold isGold align="end">
          {certificate.certificateNo}
        </Words>
        <Words x={plan.right} y={plan.number + small * 0.56} size={small} isBold={replaces !== null} align="end">
          {[version, ...marks.map((mark) => `${mark.kind.toUpperCase()} ${mark.number}`)].join('　')}
        </Words>
        <Words x={plan.title.x} y={plan.title.y} size={title} isBold>
          {certificateTitle(certificate.category)[0]}
        </Words>
        <path className={styles.gold} d={plan.rules.map((y) => `M${plan.left} ${y}H${plan.right}`).join('')} />
        {picture && <image href={picture.url} x={plan.left} {...plan.picture} />}
        <Words x={shownAt} y={plan.conclusion.y - plan.conclusion.size * 0.45} size={small}>
          检验结论
        </Words>
        <Words x={shownAt} y={plan.conclusion.y} size={plan.conclusion.size} isBold>
          {cut(certificate.conclusion, plan.right - shownAt, plan.conclusion.size)}
        </Words>
        <Rows plan={plan} facts={facts} left={kind === 'a4' && picture ? plan.facts.x : plan.left} size={body} />
        <People plan={plan} facts={facts} size={body} />
        {withCode ? (
          <FoilField x={plan.code.x} y={plan.code.y} size={6.5} />
        ) : (
          <Words x={plan.code.x} y={plan.code.y + 5} size={6.5}>
            本件不含核对码，查询请用原件上的核对码
          </Words>
        )}
        <SealMark {...plan.seal} name={facts.siteName} />
        <QrMark address={facts.address} x={plan.right - side} y={plan.qr} dots={moduleDots} />
        <Dimension from={0} to={width} at={-5} size={6} label={String(width)} />
        <Dimension from={0} to={height} at={-5} isUpright size={6} label={String(height)} />
      </svg>
    </figure>
  )
}

type Plan = (typeof PLANS)[keyof typeof PLANS]

function Rows({ plan, facts, left, size }: { plan: Plan; facts: PreviewFacts; left: number; size: number }) {
  const { columns, y, step } = plan.facts
  const [, end] = plan.rules
  const width = (plan.right - left) / columns
  const most = Math.floor((end - 4 - y) / step) * columns
  return factRows(facts.text.certificate)
    .slice(0, most)
    .map(({ label, value }, index) => {
      const x = left + (index % columns) * width
      const base = y + Math.floor(index / columns) * step
      return (
        <g key={label}>
          <Words x={x} y={base} size={size * 0.9}>
            {label}
          </Words>
          <Words x={x + size * 1.9} y={base} size={size}>
            {cut(value, width - size * 1.9 - 2, size)}
          </Words>
        </g>
      )
    })
}

function People({ plan, facts, size }: { plan: Plan; facts: PreviewFacts; size: number }) {
  const { inspector, reviewer, approver, issuedOn } = facts.text.certificate
  const people = [
    ['主检', inspector],
    ['审核', reviewer],
    ['批准', approver],
    ['签发日期', issuedOn],
  ].filter((pair): pair is [string, string] => Boolean(pair[1]))
  return people.map(([label, value], index) => {
    const x = plan.left + index * size * 2.4
    return (
      <g key={label}>
        <Words x={x} y={plan.people} size={size * 0.85}>
          {label}
        </Words>
        <Words x={x} y={plan.people + size * 0.68} size={size * 1.15}>
          {value}
        </Words>
      </g>
    )
  })
}
