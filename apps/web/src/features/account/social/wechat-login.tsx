import { RefreshCw } from '@lucide/icons'
import { WECHAT_CODE_SECONDS } from '@portal/contract/constants.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { Button } from '#ui/forms/button.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { ModeProps } from '../account-form.tsx'
import { ModeButton } from '../account-form.tsx'
import { useFinishWechatLogin } from '../finish-login.ts'
import { SocialGlyph } from './social-logins.tsx'
import styles from './wechat-login.module.css'
import { type WechatView, watchWechatLogin } from './wechat-poll.ts'

/** Mode 4: a code that the visitor sends to the official account from a phone. */
export function WechatLogin({ wechat, onModeChange }: ModeProps) {
  const { view, refresh } = useWechatLogin()
  const isOver = view.state === 'expired' || view.state === 'missing'
  return (
    <>
      <div className={styles.root}>
        <div className={styles.frame} data-over={isOver || undefined}>
          {wechat.qrUrl ? (
            <img className={styles.picture} src={wechat.qrUrl} alt="公众号二维码" referrerPolicy="no-referrer" />
          ) : (
            <SocialGlyph name="wechat" sizePx={96} />
          )}
          {isOver && (
            <div className={styles.over}>
              <Button icon={RefreshCw} onClick={refresh}>
                刷新
              </Button>
            </div>
          )}
        </div>
        <p className={styles.hint}>{getHint(wechat)}</p>
        <CodeLine view={view} />
        <CountdownScale secondsLeft={view.state === 'waiting' ? view.secondsLeft : 0} />
        <p className={styles.left}>{view.state === 'waiting' && `验证码 ${view.secondsLeft} 秒内有效`}</p>
        <VisuallyHidden role="status">{getAnnouncement(view)}</VisuallyHidden>
      </div>
      <div className={styles.footer}>
        <ModeButton onClick={() => onModeChange('login')}>返回登录</ModeButton>
      </div>
    </>
  )
}

function CodeLine({ view }: { view: WechatView }) {
  if (view.state === 'expired') return <p className={styles.expired}>验证码已失效，请刷新</p>
  if (view.state === 'missing') return <p className={styles.expired}>没有取到验证码，请刷新</p>
  return <p className={styles.code}>{view.state === 'waiting' ? view.code : ''}</p>
}

/** Text for screen readers when the code arrives and when it expires, not every second. */
function getAnnouncement(view: WechatView): string {
  if (view.state === 'waiting') return `验证码 ${[...view.code].join(' ')}，60 秒内有效`
  return view.state === 'expired' ? '验证码已失效，请刷新' : ''
}

function getHint({ name, qrUrl }: ModeProps['wechat']): string {
  if (qrUrl) return '扫码关注公众号，发送下方验证码'
  return name ? `在微信中关注公众号“${name}”，发送下方验证码` : '在微信中关注本中心公众号，发送下方验证码'
}

function useWechatLogin() {
  const api = useApi()
  const handleLogin = useEffectEvent(useFinishWechatLogin())
  const [round, setRound] = useState(0)
  const [view, setView] = useState<WechatView>({ state: 'fetching' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round fetches a code of its own
  useEffect(
    () =>
      watchWechatLogin(api, setView, {
        onCode: () => showToast('success', '验证码获取成功'),
        onLogin: (user) => void handleLogin(user),
      }),
    [api, round],
  )
  return { view, refresh: () => setRound((before) => before + 1) }
}

const STEP = 3.6
const WIDTH = WECHAT_CODE_SECONDS * STEP
const HEIGHT = 20

/** A scale with a tick per second and a long tick every ten; the seconds left are turquoise. */
function CountdownScale({ secondsLeft }: { secondsLeft: number }) {
  return (
    <svg className={styles.scale} viewBox={`-1 0 ${WIDTH + 2} ${HEIGHT}`} aria-hidden="true" stroke="currentColor">
      <path d={drawTicks(secondsLeft > 0 ? secondsLeft + 1 : 0, WECHAT_CODE_SECONDS)} strokeWidth={1} />
      {secondsLeft > 0 && <path className={styles.scaleLeft} d={drawTicks(0, secondsLeft)} strokeWidth={1.4} />}
    </svg>
  )
}

function drawTicks(from: number, to: number): string {
  const lengths = Array.from({ length: to - from + 1 }, (_none, index) => {
    const second = from + index
    const length = second % 10 === 0 ? 18 : second % 5 === 0 ? 9 : 6
    return `M${(second * STEP).toFixed(1)} ${HEIGHT}v-${length}`
  })
  return lengths.join('')
}
