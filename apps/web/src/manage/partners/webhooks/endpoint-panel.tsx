import { TRIAL_EVENTS, type TrialEvent, WEBHOOK_EVENTS } from '@portal/contract/partners/webhook-rules.ts'
import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { DangerButton, DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { Select } from '#manage/controls/forms/inputs.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Facts } from '#manage/controls/values/facts.tsx'
import { formatShortTime } from '#manage/controls/values/short-time.ts'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { Button } from '#ui/forms/button.tsx'
import { useAction } from './use-action.ts'
import { describeEndpointState, type Endpoint } from './webhook-words.ts'
import styles from './webhooks.module.css'

interface EndpointPanelProps {
  endpoint: Endpoint
  onSecret: (secret: string) => void
}

const TRIALS = TRIAL_EVENTS.map((value) => ({
  value,
  label: value === 'test' ? '没有内容' : `${WEBHOOK_EVENTS[value]}的示例`,
}))

type DialogName = 'rotate' | 'off' | 'remove' | null

/** One endpoint: its state and its actions. */
export function EndpointPanel({ endpoint, onSecret }: EndpointPanelProps) {
  const api = useApi()
  const runAction = useAction()
  const { isBusy, run } = useBusy()
  const [openDialog, setOpenDialog] = useState<DialogName>(null)
  const [event, setEvent] = useState<TrialEvent>('test')
  const { number, version, offReason } = endpoint
  const path = { params: { number } }
  const isPolled = endpoint.address === null
  const name = isPolled ? '轮询' : '通知地址'
  const [shape, words] = describeEndpointState(endpoint)
  const formatTime = (wire: string | null) => (wire === null ? null : formatShortTime(wire))
  const test = () =>
    runAction(
      () => api.call('POST /v1/manage/webhooks/{number}/test', { ...path, body: { event } }),
      isPolled ? '测试通知待对方来取' : '测试通知已发出',
    )
  const turn = (isOn: boolean) =>
    runAction(
      () => api.call('PUT /v1/manage/webhooks/{number}', { ...path, body: { isOn, version } }),
      isOn ? (isPolled ? '已启用' : '已启用，待送达的通知正在发送') : '已停用',
    )
  return (
    <Panel title={name} actions={<DangerButton onClick={() => setOpenDialog('remove')}>删除</DangerButton>}>
      <Facts
        of={[
          [
            '地址',
            <span key="address" className={styles.address}>
              {endpoint.address ?? '无，由对方的程序来取'}
            </span>,
          ],
          [
            '状态',
            <StatusMark key="state" shape={shape}>
              {words}
            </StatusMark>,
          ],
          ['待送达', `${endpoint.waiting} 条`],
          ['最早失败', formatTime(endpoint.failingTime)],
          ['暂停至', formatTime(endpoint.pausedTime)],
          ['旧密钥有效至', formatTime(endpoint.oldSecretTime)],
          ['建立', formatShortTime(endpoint.createTime)],
        ]}
      />
      {offReason === null && (
        <div className={styles.trial}>
          <Field label="测试通知" hint="示例用测试编号，不涉及证书与委托单">
            <Select value={event} options={TRIALS} onChange={({ target }) => setEvent(target.value as TrialEvent)} />
          </Field>
        </div>
      )}
      <div className={styles.buttons}>
        {offReason === null ? (
          <>
            <Button variant="outline" isBusy={isBusy} busyLabel="发送中" onClick={() => void run(test)}>
              发测试通知
            </Button>
            <Button variant="outline" onClick={() => setOpenDialog('off')}>
              停用
            </Button>
          </>
        ) : (
          <Button isBusy={isBusy} busyLabel="启用中" onClick={() => void run(() => turn(true))}>
            启用
          </Button>
        )}
        <Button variant="outline" onClick={() => setOpenDialog('rotate')}>
          更换密钥
        </Button>
      </div>
      {openDialog === 'off' && (
        <DangerDialog
          title={`停用这个${name}`}
          verb="停用"
          onClose={() => setOpenDialog(null)}
          onConfirm={() => turn(false)}
        >
          <p>停用期间的变动保留 30 天，{isPolled ? '启用后对方仍可取走。' : '启用后依次补发。'}</p>
        </DangerDialog>
      )}
      {openDialog === 'rotate' && (
        <DangerDialog
          title="更换签名密钥"
          verb="更换"
          onClose={() => setOpenDialog(null)}
          onConfirm={() =>
            runAction(async () => {
              const { secret } = await api.call('POST /v1/manage/webhooks/{number}/secret', {
                ...path,
                body: { version },
              })
              onSecret(secret)
            }, '密钥已更换')
          }
        >
          <p>新密钥只显示一次。24 小时内每条通知同时带新旧两个签名，请对方在此期间换好。</p>
        </DangerDialog>
      )}
      {openDialog === 'remove' && (
        <DangerDialog
          title={`删除这个${name}`}
          verb="删除"
          onClose={() => setOpenDialog(null)}
          onConfirm={() => runAction(() => api.call('DELETE /v1/manage/webhooks/{number}', path), `${name}已删除`)}
        >
          <p>送达记录一并删除，{endpoint.waiting} 条待送达的通知不再发送。</p>
        </DangerDialog>
      )}
    </Panel>
  )
}
