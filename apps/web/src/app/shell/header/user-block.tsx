import { deferredPart } from '#lib/deferred-part.ts'
import { openDialog } from '#lib/dialogs.ts'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/forms/button.tsx'

interface UserBlockProps {
  className?: string | undefined
}

/* The login button is the fallback, so that the menu does not move. */
const MemberBlock = deferredPart(async () => (await import('./member-block.tsx')).MemberBlock, LoginButton)

export function UserBlock({ className }: UserBlockProps) {
  const user = useSession((state) => state.user)
  return user ? <MemberBlock user={user} className={className} /> : <LoginButton className={className} />
}

function LoginButton({ className }: UserBlockProps) {
  return (
    <Button className={className} variant="quiet" onClick={() => openDialog('login')}>
      登录
    </Button>
  )
}
