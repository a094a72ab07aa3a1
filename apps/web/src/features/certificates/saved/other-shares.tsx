import { Link2 } from '@lucide/icons'
import type { OwnShare } from '@portal/contract/certificates/saved-certificates.ts'
import { useApi } from '#lib/api/api-context.ts'
import { showOffline, useBusy } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import shared from '#ui/shared.module.css'
import styles from './saved-row.module.css'

interface ShareNoteProps {
  share: OwnShare
  onChange: () => void
}

/** An active share with its end and the number of times it was opened. */
export function ShareNote({ share, onChange }: ShareNoteProps) {
  const api = useApi()
  const { isBusy, run } = useBusy(showOffline)
  const { id, certificateNo, endTime, opens } = share
  const revoke = () =>
    run(async () => {
      await api.call('DELETE /v1/certificate/share/{id}', { params: { id } })
      showToast('success', '分享已收回')
      onChange()
    })
  return (
    <p className={styles.note} data-look="shared">
      <Icon of={Link2} sizePx={16} />
      <span>
        分享中，<b>{endTime}</b> 止，打开 {opens} 次
      </span>
      <Button
        className={styles.revoke}
        variant="quiet"
        isBusy={isBusy}
        aria-label={`收回 ${certificateNo} 至 ${endTime} 止的分享`}
        onClick={() => void revoke()}
      >
        收回
      </Button>
    </p>
  )
}

/** Shares of certificates that are not in the list. */
export function OtherShares({
  title,
  shares,
  onChange,
}: {
  title: string
  shares: readonly OwnShare[]
  onChange: () => void
}) {
  return (
    <section className={styles.others} aria-label={title}>
      <h2 className={shared.textXl}>{title}</h2>
      <ul>
        {shares.map((share) => (
          <li className={styles.other} key={share.id}>
            <span className={styles.number}>{share.certificateNo}</span>
            <ShareNote share={share} onChange={onChange} />
          </li>
        ))}
      </ul>
    </section>
  )
}
