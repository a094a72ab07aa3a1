import { Fingerprint, type LucideIconData, Smartphone } from '@lucide/icons'
import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './enrol-page.module.css'
import { EntryFrame } from './entry-frame.tsx'
import { LogOutLine } from './entry-pages.tsx'
import { PasskeySetup } from './passkey-setup.tsx'
import { arePasskeysKnown } from './passkeys.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { loadStaff } from './staff-store.ts'
import { TotpSetup } from './totp-setup.tsx'

type Step = 'choose' | 'passkey' | 'totp'

/** The account has duties but no second factor: sets up the first method, then shows the recovery codes. */
export function EnrolPage() {
  const api = useApi()
  const [step, setStep] = useState<Step>('choose')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) {
    return (
      <EntryFrame title="抄下恢复码" foot={<LogOutLine />}>
        <RecoveryCodes codes={codes} doneLabel="进入管理" onDone={() => void loadStaff(api)} />
      </EntryFrame>
    )
  }
  return (
    <EntryFrame title="设置两步验证" foot={<LogOutLine />}>
      {step === 'choose' && <WayChoice onChoose={setStep} />}
      {step === 'passkey' && <PasskeySetup onDone={setCodes} />}
      {step === 'totp' && <TotpSetup onDone={setCodes} />}
      {step !== 'choose' && (
        <Button variant="quiet" onClick={() => setStep('choose')}>
          换一种方式
        </Button>
      )}
    </EntryFrame>
  )
}

function WayChoice({ onChoose }: { onChoose: (step: Step) => void }) {
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
