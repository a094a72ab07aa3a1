import { Fingerprint, type LucideIconData, Smartphone } from '@lucide/icons'
import { Icon } from '#ui/icon.tsx'
import { arePasskeysKnown } from './passkeys.ts'
import styles from './way-choice.module.css'

/** The choice between the two methods for the first set-up. */
export function WayChoice({ onChoose }: { onChoose: (way: 'passkey' | 'totp') => void }) {
  return (
    <>
      <p>您的账号有职责，管理前要有第二步验证：即使密码被人得知，也进不来。选一种，以后可以再加。</p>
      {arePasskeysKnown() && (
        <Way icon={Fingerprint} name="通行密钥" onChoose={() => onChoose('passkey')}>
          用这台设备的指纹、面容或锁屏密码，也可以用安全密钥。推荐
        </Way>
      )}
      <Way icon={Smartphone} name="动态验证码" onChoose={() => onChoose('totp')}>
        手机上的验证器应用每 30 秒给出 6 位数字
      </Way>
    </>
  )
}

interface WayProps {
  icon: LucideIconData
  name: string
  children: string
  onChoose: () => void
}

function Way({ icon, name, children, onChoose }: WayProps) {
  return (
    <button type="button" className={styles.way} onClick={onChoose}>
      <Icon of={icon} sizePx={24} />
      <span>
        <b>{name}</b>
        <span className={styles.note}>{children}</span>
      </span>
    </button>
  )
}
