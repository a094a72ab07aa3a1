import { Button } from '#ui/button.tsx'
import styles from './proof-line.module.css'
import { useProofProgress } from './proof-progress.ts'

/** Tells that the browser does a sum before the question is asked again. */
export function ProofLine() {
  const share = useProofProgress((state) => state.share)
  const cancel = useProofProgress((state) => state.cancel)
  if (share === null) return null
  return (
    <div className={styles.root}>
      <p className={styles.words} role="status">
        正在进行安全校验…
      </p>
      <progress className={styles.bar} aria-label="安全校验进度" max={100} value={Math.round(share * 100)} />
      <Button variant="quiet" onClick={cancel}>
        取消
      </Button>
    </div>
  )
}
