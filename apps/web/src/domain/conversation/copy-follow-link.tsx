import { copyText } from '#lib/copy-text.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/forms/button.tsx'

/** Path of the page that shows a conversation to every visitor with its key. */
export function toFollowPath(key: string): string {
  return `/conversation?key=${key}`
}

interface CopyFollowLinkProps {
  conversationKey: string
  variant?: 'outline'
  className?: string | undefined
}

/** Copies the address of a conversation. Needs JavaScript; a page without it shows the link itself. */
export function CopyFollowLink({ conversationKey, ...button }: CopyFollowLinkProps) {
  const isHydrated = useHydrated()
  if (!isHydrated) return null
  const getAddress = () => window.location.origin + toFollowPath(conversationKey)
  const copy = () => copyText(getAddress(), '已复制跟进链接', '浏览器不允许复制，请长按或右击“跟进链接”，选择复制链接')
  return (
    <Button {...button} onClick={() => void copy()}>
      复制跟进链接
    </Button>
  )
}
