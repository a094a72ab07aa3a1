import { ViewTabs } from '#manage/controls/lists/view-tabs.tsx'
import styles from './partners.module.css'

/** The tabs of one partner's pages. */
export function PartnerTabs({ partner, current }: { partner: number; current: 'keys' | 'webhooks' }) {
  const path = `/partners/${partner}`
  return (
    <div className={styles.tabs}>
      <ViewTabs
        label="合作方资料"
        views={[
          { label: '密钥与用量', to: path, isCurrent: current === 'keys' },
          { label: '变动通知', to: `${path}/webhooks`, isCurrent: current === 'webhooks' },
        ]}
      />
    </div>
  )
}
