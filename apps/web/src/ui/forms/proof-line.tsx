import { type ProofPlace, useProofProgress } from '#lib/api/proof-progress.ts'
import shared from '../shared.module.css'
import { Button } from './button.tsx'
import styles from './proof-line.module.css'

/** Progress of a proof of work, after which the call is repeated. */
export function ProofLine({ place }: { place: ProofPlace }) {
  const isHere = useProofProgress((state) => state.place === place)
  const share = useProofProgress((state) => state.share)
  const cancel = useProofProgress((state) => state.cancel)
  if (!isHere) return null
  return (
    <div className={styles.root}>
      <p className={shared.quiet} role="status">
        正在进行安全验证…
      </p>
      <progress className={styles.bar} aria-label="安全验证进度" max={100} value={Math.round(share * 100)} />
      <Button variant="quiet" onClick={cancel}>
        取消
      </Button>
    </div>
  )
}
