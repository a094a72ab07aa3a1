import { Ban, Repeat2, ScanSearch } from '@lucide/icons'
import type { SavedCertificate } from '@portal/contract/certificates/saved-certificates.ts'
import { useApi } from '#lib/api/api-context.ts'
import { showOffline, useBusy } from '#lib/api/use-busy.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './news-box.module.css'

interface NewsBoxProps {
  ended: SavedCertificate
  onNoticed: () => void
}

/** Note about a saved certificate that has become invalid, until the member dismisses it. */
export function NewsBox({ ended, onNoticed }: NewsBoxProps) {
  const api = useApi()
  const { isBusy, run } = useBusy(showOffline)
  const { certificateNo, conclusion, state, newerNo, changedOn, reason } = ended
  const isReissued = state === 'reissued'
  const dismiss = () =>
    run(async () => {
      await api.call('PUT /v1/certificate/saved/{certificateNo}', { params: { certificateNo } })
      onNoticed()
    })
  return (
    <section className={styles.root} data-state={state} aria-label={`证书 ${certificateNo} 的变动`}>
      <Icon of={isReissued ? Repeat2 : Ban} sizePx={28} className={styles.icon} />
      <div>
        <h2 className={styles.title}>
          {conclusion}证书已{isReissued ? '换发' : '撤销'}
        </h2>
        {isReissued ? (
          <p>
            编号 <span className={styles.number}>{certificateNo}</span> 的证书于 {changedOn}{' '}
            换发，原证书停止使用，其分享已结束。请凭新证书上的核对码查询 <b className={styles.number}>{newerNo}</b>
            ，再收存新证书。
          </p>
        ) : (
          <p>
            编号 <span className={styles.number}>{certificateNo}</span> 的证书于 {changedOn}{' '}
            撤销，证书无效，其分享已结束。
            {reason && `原因：${reason}`}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {isReissued && newerNo && (
          <ButtonLink icon={ScanSearch} to={`/certificate-check?no=${newerNo}`}>
            查询新证书
          </ButtonLink>
        )}
        <Button variant="quiet" isBusy={isBusy} onClick={() => void dismiss()}>
          知道了
        </Button>
      </div>
    </section>
  )
}
