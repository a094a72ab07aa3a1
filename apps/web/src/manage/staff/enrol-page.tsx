import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { Button } from '#ui/forms/button.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { LogOutLine } from './entry-pages.tsx'
import { PasskeySetup } from './passkey-setup.tsx'
import { RecoveryCodes } from './recovery/recovery-codes.tsx'
import { loadStaff } from './staff-store.ts'
import { TotpSetup } from './totp-setup.tsx'
import { WayChoice } from './way-choice.tsx'

type Step = 'choose' | 'passkey' | 'totp'

/** Sets up the first method of an account with duties but no second factor, then shows the recovery codes. */
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
