import { Ban, CircleCheck, FilePen, Info, type LucideIconData, Repeat2, ShieldAlert } from '@lucide/icons'
import type { SavedCertificate } from '@portal/contract/certificates/saved-certificates.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './saved-row.module.css'

type Look = 'ok' | 'corrected' | 'reissued' | 'withdrawn' | 'mismatch'

function getLook({ state, version }: SavedCertificate): Look {
  if (state !== 'valid') return state
  return version > 1 ? 'corrected' : 'ok'
}

const ICONS: Readonly<Record<Look, LucideIconData>> = {
  ok: CircleCheck,
  corrected: FilePen,
  reissued: Repeat2,
  withdrawn: Ban,
  mismatch: ShieldAlert,
}

/** The state as a word and an icon. */
export function StateMark({ saved }: { saved: SavedCertificate }) {
  const look = getLook(saved)
  const words = {
    ok: '有效',
    corrected: `有效，已更正，第 ${saved.version} 版`,
    reissued: '已换发',
    withdrawn: '已撤销',
    mismatch: '未能通过核对',
  }
  return (
    <p className={styles.state} data-look={look}>
      <Icon of={ICONS[look]} sizePx={17} />
      {words[look]}
    </p>
  )
}

/** Time and reason of the last change. */
export function ChangeNote({ saved }: { saved: SavedCertificate }) {
  const look = getLook(saved)
  const { changedOn, reason, newerNo, version, seenVersion } = saved
  if (look === 'ok') return null
  return (
    <p className={styles.note} data-look={look}>
      <Icon of={look === 'corrected' ? Info : ICONS[look]} sizePx={16} />
      {look === 'reissued' && (
        <span>
          {changedOn} 换发为 <b>{newerNo}</b>
        </span>
      )}
      {look === 'withdrawn' && `${changedOn} 撤销${reason ? `：${reason}` : ''}`}
      {look === 'mismatch' && '所存内容与公开日志不符，可能被改动过，因此不出示。请勿据此交易，并联系本中心。'}
      {look === 'corrected' &&
        `${changedOn} 更正${reason ? `：${reason}` : ''}${version > seenVersion ? `（收存时为第 ${seenVersion} 版）` : ''}`}
    </p>
  )
}
