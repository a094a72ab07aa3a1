import { Copy, Share2, Unlink } from '@lucide/icons'
import { SHARE_DAYS, type ShareDays } from '@portal/contract/certificates/keeping-rules.ts'
import type { NewShare } from '@portal/contract/certificates/shares.ts'
import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { showOffline, useBusy } from '#lib/api/use-busy.ts'
import { copyText } from '#lib/copy-text.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/forms/button.tsx'
import { RadioRow } from '#ui/forms/radio-row.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { revokeAddress, shareAddress } from './share-address.ts'
import styles from './share-dialog.module.css'
import type { PictureFacts } from './share-picture.ts'

const SharePicture = lazyPart(async () => (await import('./share-picture-view.tsx')).SharePicture)

export interface CertificateShareDialogProps {
  /** What is printed on the picture to save. */
  facts: Omit<PictureFacts, 'address' | 'endTime'>
  /** @throws ApiError, which the API client has shown */
  make: (days: ShareDays) => Promise<NewShare>
  /** After a share was made or revoked. */
  onChange?: () => void
  onClose: () => void
}

const DAYS = SHARE_DAYS.map((value) => ({ value, text: `${value} 天` }))

/** Makes a link that shows a certificate without its code. The link is shown now and never again. */
export function CertificateShareDialog({ facts, make, onChange, onClose }: CertificateShareDialogProps) {
  const [days, setDays] = useState<ShareDays>(7)
  const [made, setMade] = useState<NewShare | null>(null)
  const { isBusy, run } = useBusy(showOffline)
  const create = () =>
    run(async () => {
      setMade(await make(days))
      onChange?.()
    })
  return (
    <Dialog title="分享查询结果" titleClass={styles.title} className={styles.root} onClose={onClose}>
      <div className={styles.words}>
        <p className={shared.soft}>看到的人见证书内容，不见核对码。更正后改示新版，换发或撤销时分享随即结束。</p>
        {made ? (
          <MadeShare
            made={made}
            onRevoked={() => {
              setMade(null)
              onChange?.()
            }}
          />
        ) : (
          <>
            <RadioRow legend="有效时间" name="days" choices={DAYS} value={days} onChange={setDays} look={LOOK} />
            <div>
              <Button isBusy={isBusy} busyLabel="生成中" onClick={() => void create()}>
                生成链接
              </Button>
            </div>
            <p className={shared.note}>也可以只把编号告诉对方，对方须另有核对码，才能查到证书。</p>
          </>
        )}
      </div>
      {made && (
        <SharePicture facts={{ ...facts, address: shareAddress(location.origin, made), endTime: made.endTime }} />
      )}
    </Dialog>
  )
}

const LOOK = { choices: styles.days, choice: styles.day, radio: styles.radio }

function MadeShare({ made, onRevoked }: { made: NewShare; onRevoked: () => void }) {
  const api = useApi()
  const { isBusy, run } = useBusy(showOffline)
  const { id, revokeKey, endTime } = made
  const address = shareAddress(location.origin, made)
  const revoke = () =>
    run(async () => {
      if (revokeKey === undefined) await api.call('DELETE /v1/certificate/share/{id}', { params: { id } })
      else await api.call('POST /v1/certificate/share/revoke', { body: { key: revokeKey } })
      onRevoked()
    })
  const copy = (text: string) => void copyText(text, '已复制链接', '浏览器不允许复制，请手动选取链接')
  return (
    <>
      <p className={styles.until} role="status">
        已生成，至 <b>{endTime}</b> 止，可随时收回
      </p>
      <div className={styles.link}>
        <label className={shared.label} htmlFor="share-link">
          链接
        </label>
        <div className={styles.linkRow}>
          <input className={styles.address} id="share-link" readOnly value={address} onFocus={selectAll} />
          <Button icon={Copy} onClick={() => copy(address)}>
            复制
          </Button>
        </div>
        <p className={shared.note}>链接只在此刻显示，关闭后不能再取得，请先复制或保存图片。</p>
      </div>
      {revokeKey !== undefined && <RevokeLink address={revokeAddress(location.origin, revokeKey)} onCopy={copy} />}
      <div className={styles.acts}>
        {typeof navigator.share === 'function' && (
          <Button icon={Share2} variant="outline" onClick={() => void pass(address)}>
            转发
          </Button>
        )}
        <Button icon={Unlink} variant="quiet" className={styles.danger} isBusy={isBusy} onClick={() => void revoke()}>
          收回分享
        </Button>
      </div>
    </>
  )
}

/** For visitors, who have no list of their shares. */
function RevokeLink({ address, onCopy }: { address: string; onCopy: (text: string) => void }) {
  return (
    <p className={shared.quiet}>
      您没有登录：日后要收回，只能用这个<TextLink to={address}>收回链接</TextLink>，它也只显示这一次。
      <Button icon={Copy} variant="quiet" onClick={() => onCopy(address)}>
        复制收回链接
      </Button>
    </p>
  )
}

/** To another program of the device. */
async function pass(url: string): Promise<void> {
  try {
    await navigator.share({ url, title: '分享的证书查询结果' })
  } catch {
    // Cancelled, or refused by the device: the link is still there.
  }
}

function selectAll({ currentTarget }: { currentTarget: HTMLInputElement }) {
  currentTarget.select()
}
