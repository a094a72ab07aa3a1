import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'

export interface BlockDialogProps {
  name: string
  /** @throws when it fails: the dialog stays open */
  onBlock: () => Promise<void>
  onClose: () => void
}

/** Confirms blocking a person. */
export function BlockDialog({ name, onBlock, onClose }: BlockDialogProps) {
  return (
    <ConfirmDialog
      title={`屏蔽“${name}”？`}
      confirmLabel="屏蔽此人"
      busyLabel="屏蔽中"
      onConfirm={onBlock}
      onClose={onClose}
    >
      双方将不能互发私信，会话从你的列表中隐藏，互相的关注也会取消；对方的评论、点赞等不再通知你。对方不会收到提示，仍能看到你公开发布的内容。可随时在个人主页的“屏蔽名单”中解除。
    </ConfirmDialog>
  )
}
