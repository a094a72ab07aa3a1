import { certificateTitle } from '@portal/contract/certificates/printed-rows.ts'
import { replacesText, SHEETS } from '@portal/contract/manage/certificates/print-rules.ts'
import { cut, Dimension, FoilField, QrMark, qrSide, SealMark, Words } from './preview-parts.tsx'
import type { PreviewFacts } from './preview-rows.ts'
import { factRows } from './preview-rows.ts'
import styles from './print.module.css'

const { width, height, radius, safe, bleed, moduleDots } = SHEETS.card
const [LEFT, RIGHT] = [5, width - 5]

function Outline({ withBleed }: { withBleed: boolean }) {
  const marks = [0, width].flatMap((x) =>
    [0, height].map((y) => {
      const [outX, outY] = [x === 0 ? -1 : 1, y === 0 ? -1 : 1]
      return `M${x + outX * 2.6} ${y}h${outX * 3}M${x} ${y + outY * 2.6}v${outY * 3}`
    }),
  )
  return (
    <>
      {withBleed && (
        <>
          <rect className={styles.bleed} x={-bleed} y={-bleed} width={width + 2 * bleed} height={height + 2 * bleed} />
          <path className={styles.crop} d={marks.join('')} />
        </>
      )}
      <rect className={styles.trim} width={width} height={height} rx={radius} />
      <rect className={styles.safe} x={safe} y={safe} width={width - 2 * safe} height={height - 2 * safe} />
    </>
  )
}

interface CardPreviewProps {
  facts: PreviewFacts
  withBleed: boolean
  withCode: boolean
}

/** Both sides of a card in millimetres, without the code. */
export function CardPreview({ facts, withBleed, withCode }: CardPreviewProps) {
  return (
    <div className={styles.pair}>
      <figure>
        <figcaption>
          <b>卡片，正面</b> 裁切 85.60 × 53.98，圆角 3.18{withBleed && '，出血 2'}，安全边 3
        </figcaption>
        <svg className={styles.sheet} viewBox="-11 -11 102 75" role="img" aria-label="卡片正面，85.6 × 53.98 毫米">
          <Front facts={facts} />
          <Outline withBleed={withBleed} />
          <Dimension from={0} to={width} at={-6.4} label="85.60" />
          <Dimension from={0} to={height} at={-6.6} isUpright label="53.98" />
        </svg>
      </figure>
      <figure>
        <figcaption>
          <b>卡片，背面</b> 涂层区 44 × 11，覆膜 42 × 9，下有混淆底纹
        </figcaption>
        <svg className={styles.sheet} viewBox="-11 -11 102 75" role="img" aria-label="卡片背面，涂层区 44 × 11 毫米">
          <Back facts={facts} withCode={withCode} />
          <Outline withBleed={withBleed} />
          <Dimension from={LEFT} to={LEFT + 44} at={-6.4} label="涂层区 44，覆膜 42 × 9" />
          <Dimension from={14} to={25} at={-6.6} isUpright label="11" />
        </svg>
      </figure>
    </div>
  )
}

function Front({ facts }: { facts: PreviewFacts }) {
  const { certificate, replaces } = facts.text
  const [picture] = certificate.pictures ?? []
  const side = qrSide(facts.address, moduleDots)
  const left = picture ? 33.4 : LEFT
  const room = RIGHT - side - 1 - left
  const rows = factRows(certificate).slice(0, 6)
  return (
    <>
      <rect className={styles.paper} width={width} height={height} rx={radius} />
      <path className={styles.gold} d={`M3.6 3.3H82M3.6 5.5H82M3.6 48.5H82M3.6 50.7H82M${LEFT} 15.2H${RIGHT}`} />
      <Words x={LEFT} y={11.6} size={8} isBold>
        {cut(facts.siteName, 36, 8)}
      </Words>
      <Words x={RIGHT} y={11.6} size={8.5} isBold align="end">
        {certificateTitle(certificate.category)[0]}
      </Words>
      {picture && <image href={picture.url} x={LEFT} y={17.4} width={25.2} height={20.6} />}
      <Words x={left} y={19.4} size={5.5}>
        检验结论
      </Words>
      <Words x={left} y={24.4} size={11} isBold>
        {cut(certificate.conclusion, room, 11)}
      </Words>
      {rows.map(({ label, value }, index) => (
        <g key={label}>
          <Words x={left} y={28.6 + index * 3.05} size={5.5}>
            {label}
          </Words>
          <Words x={left + 8.5} y={28.6 + index * 3.05} size={6}>
            {cut(value, room - 8.5, 6)}
          </Words>
        </g>
      ))}
      <QrMark address={facts.address} x={RIGHT - side} y={16.4} dots={moduleDots} />
      <SealMark x={RIGHT - side / 2} y={42.3} radius={5.7} name={facts.siteName} />
      <Words x={LEFT} y={replaces ? 43.7 : 45.6} size={7.5} isBold isGold>
        {certificate.certificateNo}
      </Words>
      {replaces && (
        <Words x={LEFT} y={47.3} size={5.5} isBold>
          {replacesText(certificate.version, replaces)}
        </Words>
      )}
      <Dimension from={RIGHT - side} to={RIGHT} at={62} label={`二维码 ${side.toFixed(2)}，模块 0.423`} />
    </>
  )
}

function Back({ facts, withCode }: { facts: PreviewFacts; withCode: boolean }) {
  const { certificate, marks } = facts.text
  const people = [
    ...(certificate.standards ?? []).slice(0, 3),
    ...[
      certificate.inspector && `主检　${certificate.inspector}`,
      certificate.approver && `批准　${certificate.approver}`,
    ],
    `签发　${certificate.issuedOn}`,
    ...marks.map(({ kind, number }) => `${kind.toUpperCase()} ${number}`),
  ].filter((line): line is string => Boolean(line))
  const steps = [`1　打开 ${facts.host} 或扫正面二维码`, '2　输入证书编号与核对码', '3　与影像、质量逐项核对实物']
  return (
    <>
      <rect className={styles.paper} width={width} height={height} rx={radius} />
      <path className={styles.gold} d={`M3.6 3.3H82M3.6 5.5H82M54 9V38.6M${LEFT} 41H${RIGHT}`} />
      <Words x={LEFT} y={11.6} size={7} isBold>
        核对码
      </Words>
      {withCode ? (
        <FoilField x={LEFT} y={14} size={5.5} />
      ) : (
        <Words x={LEFT} y={16} size={6}>
          本卡不含核对码，查询请用原卡上的核对码
        </Words>
      )}
      {steps.map((step, index) => (
        <Words key={step} x={LEFT} y={31 + index * 3.4} size={5.5}>
          {step}
        </Words>
      ))}
      {people.map((line, index) => (
        <Words key={line} x={57} y={11.6 + index * 3.1} size={6}>
          {cut(line, 24, 6)}
        </Words>
      ))}
      <Words x={LEFT} y={44.4} size={5.5}>
        涂层已刮开的证书，请当面查询。证书只对所附影像与编号所指样品负责。
      </Words>
      <Words x={LEFT} y={47.4} size={5.5}>
        {`${facts.siteName}　${facts.host}`}
      </Words>
    </>
  )
}
