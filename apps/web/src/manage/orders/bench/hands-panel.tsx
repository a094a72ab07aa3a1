import type { Sample } from '@portal/contract/orders/manage-orders.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Ruler } from '#manage/controls/values/ruler.tsx'
import shared from '#ui/shared.module.css'
import styles from './bench.module.css'

/** Samples in one hand that fill the ruler. */
const FULL_HAND = 12

interface HandsPanelProps {
  samples: readonly Sample[]
  lateNumbers: readonly string[]
}

/** How many samples each person has. */
export function HandsPanel({ samples, lateNumbers }: HandsPanelProps) {
  const hands = new Map<string, Sample[]>()
  for (const sample of samples) {
    if (sample.holderName !== null) hands.set(sample.holderName, [...(hands.get(sample.holderName) ?? []), sample])
  }
  return (
    <Panel title="在手" note={`以每人 ${FULL_HAND} 件为满`}>
      {hands.size === 0 ? (
        <p className={shared.faint}>没有取出的样品</p>
      ) : (
        <ul className={shared.stack4}>
          {[...hands].map(([name, held]) => {
            const late = held.filter(({ sampleNo }) => lateNumbers.includes(sampleNo)).length
            return (
              <li key={name}>
                <span className={styles.hand}>
                  {name}
                  <span>{held.length} 件</span>
                </span>
                <Ruler share={held.length / FULL_HAND} label={`${name} 在手 ${held.length} 件`} />
                {late > 0 && <span className={styles.late}>超时 {late} 件</span>}
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}
