import { printedNumber } from '@portal/contract/certificates/printed-values.ts'
import {
  LABEL_GRIDS,
  LABEL_PAGE,
  type LabelGrid,
  labelsOn,
  replacesText,
} from '@portal/contract/manage/certificates/print-rules.ts'
import { cut, Dimension, QrMark, qrSide, Words } from './preview-parts.tsx'
import type { PreviewFacts } from './preview-rows.ts'
import styles from './print.module.css'

interface LabelPreviewProps {
  facts: PreviewFacts
  grid: LabelGrid
  startCell: number
  /** Labels of the print. */
  count: number
}

/** A sheet of labels with its used ones crossed out, and one label in large. */
export function LabelPreview({ facts, grid, startCell, count }: LabelPreviewProps) {
  const { columns, rows, left, top, pitchX, pitchY, width, height } = LABEL_GRIDS[grid]
  const cells = Array.from({ length: labelsOn(grid) }, (_, cell) => cell)
  const stateOf = (cell: number) => {
    if (cell < startCell - 1) return 'used'
    return cell < startCell - 1 + count ? 'printed' : 'free'
  }
  return (
    <div className={styles.pair}>
      <figure>
        <figcaption>
          <b>标签纸</b> {columns} × {rows}，左 {left}，上 {top}，横距 {pitchX}；打叉的格已用
        </figcaption>
        <svg
          className={styles.sheet}
          viewBox="-16 -18 234 320"
          role="img"
          aria-label={`标签纸，A4，${cells.length} 格`}
        >
          <rect className={styles.paper} {...LABEL_PAGE} />
          {cells.map((cell) => {
            const [x, y] = [left + (cell % columns) * pitchX, top + Math.floor(cell / columns) * pitchY]
            const state = stateOf(cell)
            return (
              <g key={cell}>
                <rect className={styles.label} data-state={state} x={x} y={y} width={width} height={height} rx="1.5" />
                {state === 'used' && (
                  <path
                    className={styles.cross}
                    d={`M${x + 4} ${y + 4}L${x + width - 4} ${y + height - 4}M${x + width - 4} ${y + 4}L${x + 4} ${y + height - 4}`}
                  />
                )}
              </g>
            )
          })}
          <Dimension from={0} to={210} at={-5} size={6} label="210" />
          <Dimension from={0} to={297} at={-5} isUpright size={6} label="297" />
        </svg>
      </figure>
      <OneLabel facts={facts} grid={grid} />
    </div>
  )
}

function OneLabel({ facts, grid }: { facts: PreviewFacts; grid: LabelGrid }) {
  const { width, height, safe, moduleDots } = LABEL_GRIDS[grid]
  const { certificate, replaces } = facts.text
  const side = qrSide(facts.address, moduleDots)
  const left = safe + side + 1.2
  const room = width - safe - left
  const last = replaces ? replacesText(certificate.version, replaces) : facts.siteName
  return (
    <figure>
      <figcaption>
        <b>单枚</b> 模块 {((moduleDots * 25.4) / 300).toFixed(3)}，最小字 5.5 pt；标签不含核对码
      </figcaption>
      <svg
        className={styles.sheet}
        viewBox={`-6 -6 ${width + 10} ${height + 12}`}
        role="img"
        aria-label={`单枚标签，${width} × ${height} 毫米`}
      >
        <rect className={styles.label} width={width} height={height} rx="1.5" />
        <QrMark address={facts.address} x={safe} y={(height - side) / 2} dots={moduleDots} />
        <Words x={left} y={5.4} size={8} isBold>
          {cut(certificate.conclusion, room, 8)}
        </Words>
        {certificate.totalMassG ? (
          <Words x={left} y={9.2} size={6}>
            {`${printedNumber(certificate, 'totalMassG')} g`}
          </Words>
        ) : null}
        <Words x={left} y={13} size={6} isBold isGold>
          {certificate.certificateNo.slice(0, 10)}
        </Words>
        <Words x={left} y={15.6} size={6} isBold isGold>
          {certificate.certificateNo.slice(10)}
        </Words>
        <Words x={left} y={19} size={5.5}>
          {cut(last, room, 5.5)}
        </Words>
        <Dimension from={0} to={width} at={-2.6} size={1.6} label={String(width)} />
        <Dimension from={0} to={height} at={-2.6} isUpright size={1.6} label={String(height)} />
        <Dimension from={safe} to={safe + side} at={height + 4.4} size={1.6} label={side.toFixed(2)} />
      </svg>
    </figure>
  )
}
