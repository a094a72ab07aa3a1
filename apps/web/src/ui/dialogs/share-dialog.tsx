import { Copy, ExternalLink } from '@lucide/icons'
import { copyText } from '#lib/copy-text.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Icon } from '../icon.tsx'
import shared from '../shared.module.css'
import { Dialog } from './dialog.tsx'
import { ShareCode } from './share-code.tsx'
import styles from './share-dialog.module.css'

export interface ShareDialogProps {
  /** Absolute address. */
  address: string
  title: string
  hint?: string
  onClose: () => void
}

/** Shares a page by QR code (WeChat), address or Weibo. */
export function ShareDialog({ address, title, hint = '微信扫码，在手机上打开或转发', onClose }: ShareDialogProps) {
  return (
    <Dialog title="分享" titleClass={styles.title} onClose={onClose} dismissOnScrim className={styles.root}>
      <div className={styles.code}>
        <ShareCode address={address} />
      </div>
      <p className={shared.quiet}>{hint}</p>
      <div className={styles.actions}>
        <Button
          icon={Copy}
          isBlock
          onClick={() => void copyText(address, '已复制链接', '浏览器不允许复制，请从地址栏复制链接')}
        >
          复制链接
        </Button>
        <ButtonLink
          isBlock
          variant="outline"
          to={toWeiboAddress(address, title)}
          target="_blank"
          rel="noopener noreferrer"
        >
          分享到微博
          <Icon of={ExternalLink} sizePx={18} />
        </ButtonLink>
      </div>
    </Dialog>
  )
}

function toWeiboAddress(url: string, title: string): string {
  return `https://service.weibo.com/share/share.php?${new URLSearchParams({ url, title })}`
}
