import { CODE } from '@portal/contract/errors.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { formatDateTime } from '#lib/format.ts'
import { LoadingRows } from '#manage/controls/layout/loading-rows.tsx'
import { Button } from '#ui/forms/button.tsx'
import { OwnerStep } from './owner-step.tsx'
import styles from './setup-form.module.css'
import { SetupFrame } from './setup-frame.tsx'

/** `over`: the code is used, expired, replaced by a newer one, or missing. */
type Check = { state: 'checking' | 'open' } | { state: 'over' | 'failed'; text: string; isDone: boolean }

const NO_CODE = '本页要从服务启动时日志里的那条链接打开。'

interface CodeGateProps {
  code: string | null
  corner: ReactNode
  onOwner: () => void
}

/** Checks the code of the address; a valid one leads to the first step. */
export function CodeGate({ code, corner, onOwner }: CodeGateProps) {
  const api = useApi()
  const [check, setCheck] = useState<Check>(
    code ? { state: 'checking' } : { state: 'over', text: NO_CODE, isDone: false },
  )
  useEffect(() => {
    if (!code) return
    api.call('POST /v1/manage/setup/check', { quiet: true, body: { code } }).then(
      ({ state, time, ownerName }) => {
        if (state === 'open') setCheck({ state })
        else
          setCheck({
            state: 'over',
            text: `这一条已在 ${formatDateTime(time)} 用过，设立了负责人 ${ownerName}。`,
            isDone: true,
          })
      },
      (reason: unknown) => setCheck(toCheck(reason)),
    )
  }, [api, code])

  if (check.state === 'checking') return <LoadingRows />
  if (check.state === 'open' && code) {
    return (
      <SetupFrame
        title="设立负责人"
        summary="负责人可以做管理里的全部事情，并邀请同事。此链接 24 小时内有效，只能用一次。"
        step={1}
        corner={corner}
      >
        <OwnerStep code={code} onDone={onOwner} />
      </SetupFrame>
    )
  }
  const { state, text = NO_CODE, isDone = false } = check as Partial<Extract<Check, { text: string }>>
  return (
    <SetupFrame
      title={state === 'failed' ? '没有加载出来' : '此链接已失效'}
      summary={state === 'failed' ? text : `链接 24 小时内有效，只能用一次。${text}`}
      corner={corner}
    >
      <div className={styles.help}>
        {state === 'failed' ? <Button onClick={() => location.reload()}>重试</Button> : <OverHelp isDone={isDone} />}
      </div>
    </SetupFrame>
  )
}

/** Explains what to do with a used or expired address. */
function OverHelp({ isDone }: { isDone: boolean }) {
  return (
    <>
      <Button onClick={() => location.assign('/manage/')}>去登录</Button>
      <details open={!isDone}>
        <summary>怎样取得新链接</summary>
        <p>
          没有负责人时，服务每次启动都在日志里写一条新链接，以最后一条为准：请维护服务器的同事重新启动服务，再看日志
          （容器中：<code>docker compose restart upstream</code>，然后 <code>docker compose logs upstream</code>）。
        </p>
        <p>
          已有负责人而登录不了，请维护服务器的同事运行 <code>npm run admin -- create 邮箱 --force</code>。
        </p>
      </details>
    </>
  )
}

function toCheck(reason: unknown): Check {
  if (!(reason instanceof ApiError)) return { state: 'failed', text: '网络不通，请检查网络后重试', isDone: false }
  const isDone = reason.code === CODE.conflict
  if (isDone || reason.code === CODE.rule) return { state: 'over', text: `${reason.message}。`, isDone }
  return { state: 'failed', text: reason.message, isDone: false }
}
