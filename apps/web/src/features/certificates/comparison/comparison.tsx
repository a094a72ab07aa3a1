import { ListChecks } from '@lucide/icons'
import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { useId, useState } from 'react'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './comparison.module.css'
import { ComparisonList } from './comparison-list.tsx'
import { ComparisonRun } from './comparison-run.tsx'

/**
 * Helps to find out whether a certificate belongs to the stone in hand, since forgers use real numbers. Without scripts it
 * is a list; with them it goes step by step, on this device only.
 */
export function Comparison({ certificate }: { certificate: Certificate }) {
  const titleId = useId()
  const isHydrated = useHydrated()
  const [isRunning, setIsRunning] = useState(false)
  return (
    <section className={styles.root} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 className={styles.title} id={titleId}>
          与手中实物是否一致
        </h2>
        <p className={styles.lead}>编号有效不等于实物相符。逐项比对只在本机进行，不上传，也不保存。</p>
        {isHydrated && !isRunning && (
          <Button className={styles.start} onClick={() => setIsRunning(true)}>
            <Icon of={ListChecks} sizePx={18} />
            逐项比对
          </Button>
        )}
      </div>
      {isRunning ? (
        <ComparisonRun
          key={certificate.certificateNo}
          certificate={certificate}
          labelledBy={titleId}
          onClose={() => setIsRunning(false)}
        />
      ) : (
        <ComparisonList certificate={certificate} />
      )}
    </section>
  )
}
