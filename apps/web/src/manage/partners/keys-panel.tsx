import { Copy } from '@lucide/icons'
import { OVERLAP_HOURS } from '@portal/contract/partners/partner-rules.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { showOffline, useBusy } from '#lib/api/use-busy.ts'
import { copyText } from '#lib/copy-text.ts'
import { showToast } from '#lib/toasts.ts'
import { DangerButton, DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { DialogButtons } from '#manage/controls/dialogs/dialog-buttons.tsx'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { Select } from '#manage/controls/forms/inputs.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { Button } from '#ui/forms/button.tsx'
import { describeKeyState, formatKeyName, type Partner, type PartnerKey } from './partner-words.ts'
import styles from './partners.module.css'

/** Number of refused keys in the list, newest first. */
const ENDED_SHOWN = 3

type Hours = (typeof OVERLAP_HOURS)[number]
const HOUR_CHOICES = OVERLAP_HOURS.map((hours) => ({
  value: String(hours),
  label: hours === 24 ? '24 小时' : `${hours / 24} 天`,
}))

/** 密钥: keys are made, rotated and revoked; a new one is shown once. */
export function KeysPanel({ partner, keys }: { partner: Partner; keys: readonly PartnerKey[] }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { isBusy, run } = useBusy(showOffline)
  const [shown, setShown] = useState<string | null>(null)
  const [rotated, setRotated] = useState<PartnerKey | null>(null)
  const [revoked, setRevoked] = useState<PartnerKey | null>(null)
  const { number } = partner
  const [live, ended] = [keys.filter(({ isLive }) => isLive), keys.filter(({ isLive }) => !isLive)]
  const show = async (making: Promise<{ key: string }>) => {
    setShown((await making).key)
    await revalidate()
  }
  const add = (isTest: boolean) =>
    void run(() => show(api.call('POST /v1/manage/partners/{number}/keys', { params: { number }, body: { isTest } })))
  const rotate = (key: PartnerKey, overlapHours: Hours) =>
    show(
      api.call('POST /v1/manage/partners/{number}/keys/{key}/rotate', {
        params: { number, key: key.number },
        body: { overlapHours },
      }),
    )
  const revoke = async (key: PartnerKey) => {
    try {
      await api.call('DELETE /v1/manage/partners/{number}/keys/{key}', { params: { number, key: key.number } })
      showToast('success', '密钥已吊销')
    } catch (reason) {
      showOffline(reason)
      throw reason
    } finally {
      await revalidate()
    }
  }
  return (
    <Panel
      title="密钥"
      note="同一种最多两个同时有效"
      actions={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={() => add(true)}>
            生成测试密钥
          </Button>
          <Button variant="quiet" disabled={isBusy} onClick={() => add(false)}>
            生成密钥
          </Button>
        </>
      }
    >
      {keys.length === 0 && (
        <p className={styles.faint}>还没有密钥。先给对方测试密钥接好程序：它只答固定的示例，不占额度。</p>
      )}
      {[...live, ...ended.slice(0, ENDED_SHOWN)].map((key) => (
        <KeyRow key={key.number} held={key} onRotate={() => setRotated(key)} onRevoke={() => setRevoked(key)} />
      ))}
      {ended.length > ENDED_SHOWN && (
        <p className={styles.earlier}>另有 {ended.length - ENDED_SHOWN} 个更早失效的，见操作记录</p>
      )}
      {shown !== null && <KeyDialog secret={shown} onClose={() => setShown(null)} />}
      {rotated && (
        <RotateDialog
          held={rotated}
          onClose={() => setRotated(null)}
          onRotate={(hours) => rotate(rotated, hours).then(() => setRotated(null))}
        />
      )}
      {revoked && (
        <DangerDialog
          title={`吊销 ${formatKeyName(revoked)}`}
          verb="吊销"
          onClose={() => setRevoked(null)}
          onConfirm={() => revoke(revoked)}
        >
          <p>立即失效，用它的程序随即被拒绝，不能恢复。只是定期更换请用“轮换”。</p>
        </DangerDialog>
      )}
    </Panel>
  )
}

interface KeyRowProps {
  held: PartnerKey
  onRotate: () => void
  onRevoke: () => void
}

function KeyRow({ held, onRotate, onRevoke }: KeyRowProps) {
  const [shape, words] = describeKeyState(held)
  const { isLive, isTest, createTime, endTime, revokedTime, lastUsedDay } = held
  return (
    <div className={styles.row}>
      <span className={styles.line}>
        <span className={styles.name}>{formatKeyName(held)}</span>
        <StatusMark shape={shape}>{words}</StatusMark>
        {isTest && <span className={styles.faint}>测试</span>}
        {isLive && (
          <span className={styles.end}>
            {endTime === null && (
              <Button variant="quiet" aria-label={`轮换 ${formatKeyName(held)}`} onClick={onRotate}>
                轮换
              </Button>
            )}
            <DangerButton onClick={onRevoke}>吊销</DangerButton>
          </span>
        )}
      </span>
      <span className={styles.facts}>
        <span>{createTime} 生成</span>
        <span>{lastUsedDay ? `最近使用 ${lastUsedDay}` : '没有用过'}</span>
        {revokedTime && <span>{revokedTime} 吊销</span>}
        {endTime && !revokedTime && <span>{endTime} 到期</span>}
      </span>
    </div>
  )
}

function KeyDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <ManageDialog
      title="新的密钥"
      onClose={onClose}
      dismissOnScrim={false}
      hasCloseButton={false}
      actions={
        <>
          <Button
            variant="outline"
            icon={Copy}
            onClick={() => void copyText(secret, '已复制密钥', '浏览器不允许复制，请选中后复制')}
          >
            复制密钥
          </Button>
          <Button onClick={onClose}>已存好，关闭</Button>
        </>
      }
    >
      <div className={styles.form}>
        <Note tone="warning">只显示这一次，本站不留原文。请用可靠的方式交给对方，不要发在群聊或工单里。</Note>
        <code className={styles.key}>{secret}</code>
      </div>
    </ManageDialog>
  )
}

interface RotateDialogProps {
  held: PartnerKey
  onRotate: (hours: Hours) => Promise<unknown>
  onClose: () => void
}

function RotateDialog({ held, onRotate, onClose }: RotateDialogProps) {
  const { isBusy, run } = useBusy(showOffline)
  const [hours, setHours] = useState<Hours>(24)
  return (
    <ManageDialog
      title={`轮换 ${formatKeyName(held)}`}
      onClose={onClose}
      actions={
        <DialogButtons
          isBusy={isBusy}
          busyLabel="生成中"
          onClick={() => void run(() => onRotate(hours))}
          onClose={onClose}
        >
          生成新密钥
        </DialogButtons>
      }
    >
      <Field label="旧密钥再用多久" hint="这段时间里新旧都有效，对方换好之后也可以提前吊销旧的">
        <Select
          options={HOUR_CHOICES}
          value={String(hours)}
          onChange={({ target }) => setHours(OVERLAP_HOURS.find((one) => String(one) === target.value) ?? 24)}
        />
      </Field>
    </ManageDialog>
  )
}
