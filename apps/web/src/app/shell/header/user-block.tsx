import { laterPart } from '#lib/deferred-part.ts'
import { openDialog } from '#lib/dialogs.ts'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/forms/button.tsx'

interface UserBlockProps {
  className?: string | undefined
}

/* Until it is there the way in keeps its place: without it the menu would move there and back. */
const MemberBlock = laterPart(async () => (await import('./member-block.tsx')).MemberBlock, WayIn)

/** Who is logged in; or the way in. */
export function UserBlock({ className }: UserBlockProps) {
  const user = useSession((state) => state.user)
  return user ? <MemberBlock user={user} className={className} /> : <WayIn className={className} />
}

function WayIn({ className }: UserBlockProps) {
  return (
    <Button className={className} variant="quiet" onClick={() => openDialog('login')}>
      登录
    </Button>
  )
}
