import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { Button } from '#ui/forms/button.tsx'
import styles from '../desk.module.css'
import type { DeskCertificate } from '../desk-words.ts'

/** A note above a certificate that was recovered after a backup was restored, until it is compared with the paper records. */
export function RecoveredNote({ certificate }: { certificate: DeskCertificate }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { isBusy, run } = useBusy()
  const { certificateNo, recovered, isAltered, shownState } = certificate
  const check = () =>
    run(async () => {
      const call = { params: { certificateNo } }
      await api.call('POST /v1/manage/certificates/{certificateNo}/checked', call).finally(revalidate)
      showToast('success', '已核对')
    })
  if (!recovered || (recovered.isWhole && isAltered)) return null
  const renderDone = (label: string) => (
    <Button isBusy={isBusy} busyLabel="保存中" onClick={() => void check()}>
      {label}
    </Button>
  )
  return (
    <div className={styles.unsigned}>
      {recovered.isWhole ? (
        <Note tone="warning" title="恢复后待核对" action={renderDone('核对无误')}>
          {recovered.time.slice(0, 16)}{' '}
          恢复备份后，由恢复前的数据库找回，与公开日志相符，对外照常出示。请对照原始记录；有误的，更正或撤销。
        </Note>
      ) : shownState === 'discarded' ? (
        <Note tone="error" title="内容未能找回" action={renderDone('已另行签发')}>
          恢复备份后，这个编号只找回了公开日志中的条目，备份中也没有它的内容，对外查无此证。请对照邮件与纸质存档，以新编号另行签发。
        </Note>
      ) : (
        <Note tone="error" title="内容未能找回">
          恢复备份后，这份证书较新的内容没有找回；下面是备份时的内容，对外不出示，也不能更正或换发。请对照原始记录，撤销后另行签发。
        </Note>
      )}
    </div>
  )
}
