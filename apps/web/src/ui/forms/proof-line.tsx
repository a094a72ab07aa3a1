import { type ProofPlace, useProofProgress } from '#lib/api/proof-progress.ts'
import shared from '../shared.module.css'
import { Button } from './button.tsx'
import styles from './proof-line.module.css'

const CHINESE = { running: '正在进行安全验证…', progress: '安全验证进度', cancel: '取消' }

/** Progress of a proof of work, after which the call is repeated. */
export function ProofLine({ place, texts = CHINESE }: { place: ProofPlace; texts?: typeof CHINESE | undefined }) {
  const isHere = useProofProgress((state) => state.place === place)
  const share = useProofProgress((state) => state.share)
  const cancel = useProofProgress((state) => state.cancel)
  if (!isHere) return null
  return (
    <div className={styles.root}>
      <p className={shared.quiet} role="status">
        {texts.running}
      </p>
      <progress className={styles.bar} aria-label={texts.progress} max={100} value={Math.round(share * 100)} />
      <Button variant="quiet" onClick={cancel}>
        {texts.cancel}
      </Button>
    </div>
  )
}
