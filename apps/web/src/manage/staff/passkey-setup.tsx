import { Fingerprint } from '@lucide/icons'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Button } from '#ui/forms/button.tsx'
import { LABEL_MAX, suggestDeviceName } from './device-name.ts'
import { describePasskeyFault, makePasskey } from './passkeys.ts'
import styles from './proof-form.module.css'

/** Creates a passkey with this device, under a name that its holder types. */
export function PasskeySetup({ onDone }: { onDone: (recoveryCodes: readonly string[]) => void }) {
  const api = useApi()
  const [label, setLabel] = useState(suggestDeviceName)
  const [fault, setFault] = useState('')
  const { isBusy, run } = useBusy((reason) =>
    setFault(reason instanceof ApiError ? reason.message : describePasskeyFault(reason)),
  )
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || label.trim() === '') return
    setFault('')
    void run(async () => onDone(await makePasskey(api, label.trim())))
  }
  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      {fault && (
        <Note tone="error" isLive>
          {fault}
        </Note>
      )}
      <Field label="名称" hint="用来认出这台设备，如“前台电脑”">
        <TextInput maxLength={LABEL_MAX} value={label} onChange={({ target }) => setLabel(target.value)} />
      </Field>
      <Button type="submit" icon={Fingerprint} disabled={label.trim() === ''} isBusy={isBusy} busyLabel="等待设备">
        创建通行密钥
      </Button>
    </form>
  )
}
