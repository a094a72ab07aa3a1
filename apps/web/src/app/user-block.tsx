import { openDialog } from '#lib/dialogs.ts'
import { laterPart } from '#lib/later-part.ts'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/button.tsx'

const MemberBlock = laterPart('src/app/member-block.tsx', async () => (await import('./member-block.tsx')).MemberBlock)

/** Who is logged in; or the way in. */
export function UserBlock({ className }: { className?: string | undefined }) {
  const user = useSession((state) => state.user)
  if (user) return <MemberBlock user={user} className={className} />
  return (
    <Button className={className} variant="quiet" onClick={() => openDialog('login')}>
      登录
    </Button>
  )
}
