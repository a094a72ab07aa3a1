import { CERTIFICATE_CATEGORIES } from '@portal/contract/certificates/certificate-states.ts'
import { LABEL_GRIDS } from '@portal/contract/certificates/desk/print-rules.ts'
import type { Sample } from '@portal/contract/orders/manage-orders.ts'
import { drawSampleCode } from '#domain/orders/sample-code.ts'
import { formatShortNo } from '#domain/orders/short-number.ts'
import { formatMass } from './order-words.tsx'
import styles from './sample-label.module.css'

/** The smallest label of the desk; one a page for printers with a roll. Lengths in mm. */
const { width, height } = LABEL_GRIDS['5x13']
export const LABEL_SIZE = `${width} × ${height} mm`

/** 6 dots at 300 dpi. */
const MODULE_MM = 0.508

export type LabelledSample = Pick<Sample, 'sampleNo' | 'category' | 'massInG' | 'dueOn'>

/** The label of a sample: neither customer nor stated name nor value. The code has the 17 digits of the number alone. */
export function SampleLabel({ sample, isUrgent }: { sample: LabelledSample; isUrgent: boolean }) {
  const { sampleNo, category, massInG, dueOn } = sample
  const shortNo = formatShortNo(sampleNo)
  return (
    <svg
      className={styles.root}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`标签 ${shortNo}，${sampleNo}${isUrgent ? '，加急' : ''}`}
    >
      <rect className={styles.paper} width={width} height={height} />
      <path
        className={styles.code}
        shapeRendering="crispEdges"
        transform={`translate(2.6 3.1) scale(${MODULE_MM})`}
        d={drawSampleCode(sampleNo)}
      />
      <text className={styles.short} x={16} y={6.6}>
        {shortNo}
      </text>
      <g className={styles.facts}>
        <text x={16} y={10}>
          {CERTIFICATE_CATEGORIES[category]}
        </text>
        <text x={16} y={13}>
          {formatMass(massInG)}
        </text>
        <text x={16} y={16}>
          {dueOn === null ? '' : `限 ${dueOn.slice(5)}`}
        </text>
      </g>
      <g className={styles.number}>
        <text x={2.6} y={19.6}>
          {sampleNo}
        </text>
        {isUrgent && (
          <text x={width - 2.6} y={19.6} textAnchor="end">
            急
          </text>
        )}
      </g>
    </svg>
  )
}
