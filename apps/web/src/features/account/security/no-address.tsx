import styles from '#ui/dialogs/form-dialog.module.css'
import { Button } from '#ui/forms/button.tsx'

/** For an account with neither password nor address, whose owner cannot be verified. */
export function NoAddress({ onClose }: { onClose: () => void }) {
  return (
    <>
      <p className={styles.words}>
        账号没有密码，也没有邮箱，无法确认是您本人操作。请先在“编辑资料”中填写邮箱，再回到这里。
      </p>
      <Button isBlock onClick={onClose}>
        知道了
      </Button>
    </>
  )
}
