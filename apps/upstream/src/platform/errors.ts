import type { FactorRefusal } from '@portal/contract/accounts/duties.ts'
import { CODE, WIRE_TEXT } from '@portal/contract/errors.ts'
import { MAIL_FAILURES, type MailFailure } from '@portal/contract/site/mail-failures.ts'

/** An expected failure: a code and a Chinese text for the user. Created by the functions below. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: number
  /** Value of `Retry-After`, if given; at least 1. */
  readonly retryAfterSeconds: number | undefined
  /** Value of `extra` in the answer. */
  readonly extra: Record<string, unknown>

  constructor(code: number, message: string, retryAfterSeconds?: number, extra: Record<string, unknown> = {}) {
    super(message)
    this.code = code
    this.extra = extra
    if (retryAfterSeconds !== undefined) this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterSeconds))
  }
}

const toMinutes = (seconds: number) => Math.max(1, Math.ceil(seconds / 60))

export const unauthenticated = () => new AppError(CODE.unauthenticated, WIRE_TEXT.sessionExpired)
export const lacksPermission = () => new AppError(CODE.lacksPermission, WIRE_TEXT.lacksPermission)
export const lacksDuty = () => new AppError(CODE.refused, '您的职责不包括这项操作')
const FACTOR_TEXTS: Record<FactorRefusal, string> = {
  enrol: '请先设置两步验证',
  prove: '请先完成两步验证',
  fresh: '这项操作需要再次验证',
}
/**
 * The second factor is missing. `extra.factor` states what to do.
 * @param action `audit` of the refused call, which pages name to the caller
 */
export const factorMissing = (factor: FactorRefusal, action?: string | null) =>
  new AppError(CODE.refused, FACTOR_TEXTS[factor], undefined, { factor, ...(action && { action }) })
export const factorWrong = () => new AppError(CODE.rule, '验证没有通过，请重试')
export const factorUnknown = () => new AppError(CODE.rule, '这个通行密钥没有在本站登记')
export const cannotEndOwnSession = () => badInput('不能在这里退出当前登录，请用“退出登录”')
export const sessionMissing = () => new AppError(CODE.rule, '这次登录已经结束')
export const tooManyInvitations = (email: string) =>
  new AppError(CODE.rule, `24 小时内已给 ${email} 发过 3 封邀请，请改日再发，或直接联系对方`)
export const tooManyMailsToAddress = (email: string) =>
  new AppError(CODE.rule, `24 小时内已给 ${email} 发过 3 封答复，请改日再发，或电话联系客户`)
export const mailsUsedUp = () => new AppError(CODE.rule, '您一小时内已发出 60 封答复邮件，请稍后再发')
export const cannotRemoveLastFactor = () => new AppError(CODE.rule, '至少保留一种验证方式')
export const proofExpired = () => new AppError(CODE.rule, '验证已过期，请重新开始')
export const siteHasOwner = () => new AppError(CODE.conflict, '本站已有负责人，不能再次设立')
export const setupCodeWrong = () => new AppError(CODE.rule, '此链接已失效，请用服务日志中最新的一条')
export const tooManySetupCodes = (retryAfterSeconds: number) =>
  new AppError(CODE.tooMany, '打开过多条失效的链接，请稍后重试。日志中最新的一条仍然有效', retryAfterSeconds)
export const backupMissing = () => badInput('请先备份数据库，并勾选“已备份”')
export const backupFailed = (reason: string) => new AppError(CODE.rule, `没有备份成功，内容没有移除：${reason}`)
export const backupByCommand = () => badInput('本站用 PostgreSQL，请在服务器上用命令备份')
export const importRunning = () => new AppError(CODE.conflict, '正在导入，请等它完成，或先停止')
export const importAbsent = () => new AppError(CODE.rule, '这次导入不在了，请刷新页面')
export const importMissing = () => new AppError(CODE.conflict, '这次导入已经换成别的，请刷新页面')
export const importNotReady = () => new AppError(CODE.conflict, '这个文件不能导入，或已经导入过，请重新上传')
export const importTooLarge = () => badInput('文件不能超过 200 MB，请在原网站按时间分几次导出')
export const backupAbsent = () => new AppError(CODE.rule, '这份备份不在了')
/** Another person has saved in between. @param current the stored state, for a comparison */
export const savedMeanwhile = (current: Record<string, unknown>) =>
  new AppError(CODE.conflict, '内容已被他人修改', undefined, { current })
export const savedViewMissing = () => new AppError(CODE.rule, '这个视图不存在，可能已删除')
export const savedViewNameTaken = () => badInput('这个列表已有同名的视图')
export const savedViewsUsedUp = () => badInput('最多保存 20 个视图，请先删除不用的')
export const siteVersionGone = () => new AppError(CODE.rule, '这个版本已不在修改历史中')
export const sitePictureUnfit = (why: string) => badInput(`这个文件不能用作标志：${why}`)
export const mediaMissing = () => new AppError(CODE.rule, '图片库里没有这个文件，可能已删除')
export const mediaUnfit = () =>
  badInput('只收 JPG、PNG、WebP、GIF 图片和 PDF。Word、Excel、PPT 请先“另存为 PDF”，SVG 请先导出为 PNG')
export const mediaFaulty = (fault: string) => badInput(fault)
export const mediaNameBlank = () => badInput('请填写文件名')
export const mediaTotalUsedUp = (totalBytes: number) =>
  new AppError(CODE.rule, `图片与文件已满 ${totalBytes / 1024 ** 3} GB，请先删除未使用的文件`)
export const mediaUploadsUsedUp = (retryAfterSeconds: number) =>
  new AppError(CODE.rule, '您一小时内上传的文件过多，请稍后再传', retryAfterSeconds)
/** @param titles of texts that use it */
export const mediaUsed = (titles: readonly string[], more: number) =>
  new AppError(
    CODE.conflict,
    `还在使用，不能删除：${titles.map((title) => `“${title}”`).join('、')}${more > 0 ? `等 ${titles.length + more} 处` : ''}`,
  )
export const mediaUsesUncounted = () => new AppError(CODE.conflict, '用途还在统计，请过一分钟再删除')
export const mediaOtherKind = () => badInput('图片只能换成图片，PDF 只能换成 PDF')
export const mediaUnreplaceable = () =>
  new AppError(CODE.rule, '这张图片是图片库启用之前上传的，地址不能保留。请上传新图片，再在文章里换上')
export const mediaSameContent = () => badInput('选择的文件与现在的内容相同')
export const mediaFileGone = () => new AppError(CODE.rule, '这个旧文件已不在，可能超过了 90 天')
export const topicMissing = () => new AppError(CODE.rule, '这个栏目或标签不存在，可能已被合并')
export const cannotChangeTopicOfHeader = () => new AppError(CODE.rule, '页眉使用的栏目不能改名，也不能并入其他栏目')
export const topicNameTaken = () => badInput('这个名称已经有了，如需合二为一请用“合并”')
export const certificateMissing = () => new AppError(CODE.rule, '没有这个编号的证书')
export const certificateEnded = () => new AppError(CODE.rule, '这份证书未发布、已撤销或已换发，不能更改')
export const notPublished = () => new AppError(CODE.rule, '这份证书还没有发布，不能打印')
export const cannotPrintEndedCertificate = (newerNo: string | null) =>
  new AppError(
    CODE.rule,
    newerNo === null
      ? '这份证书已撤销，核对码已销毁，不能再印'
      : `这份证书已换发，核对码已销毁，不能再印；请印新证书 ${newerNo}`,
  )
export const certificateMismatch = () =>
  new AppError(CODE.rule, '这份证书未能通过核对：所存内容与公开日志不符，不能打印或更改。请告知负责人')
export const codeNotHeld = () =>
  new AppError(CODE.rule, '这份证书的核对码不在本系统（由导入登记，或安装密钥已更换），只能印不含核对码的件')
export const replacedCertificateEnded = () => new AppError(CODE.rule, '原证书已撤销或已换发，不能再由这份代替')
export const partnerMissing = () => new AppError(CODE.rule, '没有这个合作方')
export const webhookMissing = () => new AppError(CODE.rule, '没有这个通知地址，可能已删除')
export const webhookOff = () => new AppError(CODE.rule, '这个通知地址已停用，请先启用')
export const webhooksNotGranted = () => badInput('请先为这个合作方开通“变动通知”')
export const webhooksUsedUp = () => badInput('最多 5 个通知地址，请先删除不用的')
export const changePending = () => new AppError(CODE.rule, '这份证书已有正在办理的更正、撤销或换发')
export const certificateBeingImported = () => new AppError(CODE.conflict, '这份证书正在批量入库，请稍后再办理')
/** Another person has changed it or carried out a step in between. */
export const changeOutdated = (current: Record<string, unknown>) =>
  new AppError(CODE.conflict, '这份证书刚刚被他人更改，请看过再办理', undefined, { current })
export const stepImpossible = () => new AppError(CODE.conflict, '这份证书的状态已变，不能再这样办理')
export const certificateFaulty = (faults: number, unanswered: number) =>
  badInput(faults > 0 ? `还有 ${faults} 处错误未改正` : `还有 ${unanswered} 处警示未答复`)
/** @param fault of a text that was submitted before the rule, or before the clock was set back */
export const submittedTextFaulty = (fault: string) => badInput(`${fault}；请退回，由制作人改正`)
/** @param warning of a text that was submitted before the rule */
export const submittedTextUnanswered = (warning: string) => badInput(`${warning}；请退回，由制作人补上或答复`)
/** @param nth counted from 1 */
export const notCertificatePicture = (nth: number) =>
  badInput(`第 ${nth} 张图片不是为这份证书上传的，或已损坏，请重新上传`)
export const picturesReplaced = () => new AppError(CODE.conflict, '图片文件与提交时不同，请退回，由制作人重新上传')
export const deskPicturesUsedUp = () => badInput('这份证书上传的图片过多，请用已上传的图片')
export const rawRecordUnfit = () =>
  badInput('文件的内容与扩展名不符，或不能收存。可收：CSV、TXT、JCAMP-DX（.jdx、.dx）、PNG、JPEG、TIFF、PDF')
export const rawRecordTooLarge = () => badInput('原始记录的文件不能超过 20 MB')
export const rawRecordsUsedUp = () => badInput('每一版最多 50 个原始记录，共 100 MB')
export const rawRecordKnown = (fileName: string) => badInput(`内容相同的文件已经上传过：${fileName}`)
export const rawRecordMissing = () => new AppError(CODE.rule, '没有这个原始记录，可能已移除')
export const rawRecordApproved = () => new AppError(CODE.conflict, '这个原始记录已随证书批准，不能移除')
export const rawRecordAltered = (fileName: string) =>
  new AppError(CODE.rule, `“${fileName}”与上传时的 SHA-256 不符，或已丢失，请联系管理员从备份中找回`)
export const noDeskPicture = () => badInput('这个文件不是图片，请选择 JPEG、PNG 或 WebP 图片')
export const lacksSigningAuthority = () => new AppError(CODE.refused, '您没有这一类别的签字授权，或授权已过期')
export const noSigningName = () =>
  new AppError(CODE.refused, '您还没有证书署名，不能提交、审核或批准。请负责人在“用户”中您的资料页上填写')
export const submitterUnnamed = () => new AppError(CODE.conflict, '提交时没有证书署名，请退回，由制作人重新提交')
export const signersHaveSameName = () =>
  new AppError(CODE.refused, '签署人的证书署名相同，不能批准。请负责人更正其中一个')
export const signingNameUnfit = () => badInput('证书署名须以文字开头，只能用文字、数字、空格与 . · - ( )')
export const signingNameTaken = (nickname: string) =>
  badInput(`“${nickname}”的证书署名与此相同或看起来相同，请加以区分，例如写明部门`)
export const signingPictureNeedsName = () => new AppError(CODE.rule, '请先填写证书署名，再上传签名图片')
export const signingPictureUnfit = () => badInput('这个文件不是图片，请选择 PNG 或 JPEG 图片')
export const signingPictureTooLarge = () => badInput('签名图片太大，请裁去空白，或改用黑白扫描')
export const signingNameNeedsDuty = () => new AppError(CODE.rule, '请先授予“制证”“审核”或“批准”职责，再填写证书署名')
export const nicknameNeedsProof = () => new AppError(CODE.refused, '工作人员更改昵称，请先打开“管理”完成两步验证')
export const cannotApproveOwnChange = () => new AppError(CODE.refused, '由您制作或提交，须由他人批准')
export const cannotApproveOwnReview = () => new AppError(CODE.refused, '由您审核，须由他人批准')
export const cannotReviewOwnChange = () => new AppError(CODE.refused, '由您制作或提交，须由他人审核')
export const lacksReviewDuty = () => new AppError(CODE.refused, '您没有审核职责')
export const reviewedByWriter = () => new AppError(CODE.refused, '审核人参与过制作，请退回，提交后由他人审核')
export const reviewMissing = () => new AppError(CODE.refused, '这一类别须三人签署，请先由审核人审核')
export const reviewNotNeeded = () => new AppError(CODE.conflict, '这份证书不在待审核之列，请重新载入')
export const logStopped = () =>
  new AppError(CODE.overloaded, '公开日志已停止，暂不能签发、更正或换发证书；撤销请用“紧急撤销”')
/** The text differs from that of `logStopped`, because any client can read it. */
export const logUnreadable = () => new AppError(CODE.overloaded, '公开日志暂停，恢复前不提供文件')
export const certificateAltered = () =>
  new AppError(CODE.conflict, '这份证书未能通过核对，内容可能被改动过，恢复之后才能更正或换发')
export const cannotConfirmOwnWithdrawal = () => new AppError(CODE.refused, '由您撤销，须由另一位授权签字人复核')
export const batchMissing = () => new AppError(CODE.rule, '没有这次导入，可能已取消或过期')
export const batchBusy = () => new AppError(CODE.conflict, '正在入库或已经入库，不能再更改')
export const batchesUsedUp = (most: number) => new AppError(CODE.rule, `最多同时保留 ${most} 个文件，请先取消不用的`)
export const batchStorageUsedUp = (why: string) => new AppError(CODE.rule, why)
export const batchFixTooLarge = (line: number, why: string) => badInput(`第 ${line} 行未改：${why}`)
export const batchWarningMissing = () => new AppError(CODE.rule, '没有这种警示，可能已改正')
export const batchTooLarge = () => badInput('文件不能超过 50 MB，请分成几个文件')
export const batchNotStorable = (why: string) => badInput(why)
export const numbersUsedUp = () => new AppError(CODE.rule, '今天的编号已用完，请明天再新建')
export const numberShareUsedUp = () =>
  new AppError(CODE.rule, '您今天可用的编号已用完，余下的留给其他同事，请明天再新建')
export const fileNumbersShort = (wanted: number, left: number) =>
  badInput(`入库需要今天的 ${wanted} 个编号，您今天还可用 ${left} 个；请减少行数，或明天再入库`)
export const versionMissing = () => new AppError(CODE.rule, '这个版本不存在，或已不再保留')
export const lockMissing = () => new AppError(CODE.rule, '编辑状态已失效，请重新打开')
export const bulkRunning = () => new AppError(CODE.rule, '您的上一批还在处理，请等它完成或先停止')
export const noBulkJob = () => new AppError(CODE.rule, '没有正在处理的批次')
export const approvalRunning = () => new AppError(CODE.rule, '您的上一批还在批准，请等它完成或先停止')
export const noApprovalTask = () => new AppError(CODE.rule, '没有正在批准的批次')
/** The key is unknown, altered, expired, or from another installation. */
export const previewExpired = () => new AppError(CODE.rule, '预览链接已失效（有效 10 分钟），请回到编辑页重新预览')
export const cannotMoveStandingPage = () => new AppError(CODE.rule, '常设页面请在“页面”中编辑，不能移动、下架或删除')
/** @param free an address that is not taken */
export const slugTaken = (free: string) => badInput(`这个地址已有文章或页面在用；可以用 ${free}`)
export const pageNotOpened = () => new AppError(CODE.rule, '请先打开这个页面再发布')
export const publishingTimePassed = () => badInput('发布时间已过，请选择以后的时间')
export const notScheduled = () => new AppError(CODE.rule, '这篇文章没有定时发布')
export const checkRunning = () => new AppError(CODE.rule, '检查正在进行')
export const cannotChangeOwnAccount = () => new AppError(CODE.rule, '不能在这里改动自己的账号，请由另一位负责人操作')
export const cannotRemoveLastOwner = () =>
  new AppError(CODE.conflict, '这是最后一位能登录的负责人，请先指定另一位负责人')
export const accountNotNormal = () => new AppError(CODE.rule, '账号已停用或正在注销')
export const notDisabled = () => new AppError(CODE.rule, '账号没有停用')
export const mailNotSetUp = () => new AppError(CODE.rule, '本站没有配置发信，请先设置邮件')
export const hasDutiesAlready = () => new AppError(CODE.rule, '这个邮箱的账号已有职责，请在其页面上改动')
export const invitationInvalid = () => new AppError(CODE.rule, '邀请不存在、已使用、已撤回或已过期，请联系邀请人')
export const invitedAnotherAddress = () => new AppError(CODE.rule, '邀请发给了另一个邮箱，请用那个邮箱的账号登录')
export const noFactorToReset = () => new AppError(CODE.rule, '这个账号没有设置两步验证')
export const factorResetAlreadyRequested = () => new AppError(CODE.rule, '重设已经申请，等待中')
export const noFactorResetRequested = () => new AppError(CODE.rule, '没有等待中的重设，可能已撤回或已执行')
export const noMailAddress = () => new AppError(CODE.rule, '这个账号没有邮箱，请由运维用命令重设')
export const signatoryLacksDuty = () => new AppError(CODE.rule, '请先授予“批准”职责，再登记授权签字人')
export const cannotChangeDeputy = () => new AppError(CODE.rule, '代理不能改动，请撤回后重新登记')
export const cannotBeOwnDeputy = () => badInput('不能由本人代理')
export const deputyCannotDelegate = () => new AppError(CODE.rule, '代理人不能再委托他人')
export const signatoryMissing = () => new AppError(CODE.rule, '这条授权记录不存在或已撤回')
/** Answers a malformed request too; its error is only logged. */
export const malformed = () => new AppError(CODE.malformed, WIRE_TEXT.busy)
export const noSuchCall = () => new AppError(CODE.noSuchCall, '没有这个接口')
export const tooFrequent = (retryAfterSeconds: number) =>
  new AppError(CODE.rule, WIRE_TEXT.tooFrequent, retryAfterSeconds)
export const wrongPassword = () => new AppError(CODE.rule, WIRE_TEXT.wrongPassword)
/** @param until as written on the wire; `null`: until it is lifted */
export const accountDisabled = (penalty?: { reason: string; until: string | null }) => {
  if (!penalty) return new AppError(CODE.rule, WIRE_TEXT.accountDisabled)
  return new AppError(CODE.rule, `账号已停用${penalty.until ? `至 ${penalty.until}` : ''}，原因：${penalty.reason}`)
}
export const accountClosing = () => new AppError(CODE.rule, '账号正在注销，撤销注销后才能使用')
export const currentPasswordWrong = () => new AppError(CODE.rule, '当前密码不正确')
export const passwordUnchanged = () => new AppError(CODE.malformed, '新密码与当前密码相同，请换一个')
export const hasNoPasswordOrEmail = () =>
  new AppError(CODE.rule, '账号没有密码，也没有邮箱：请先在“编辑资料”中填写邮箱')
export const tooManyProofs = (retryAfterSeconds: number) =>
  new AppError(CODE.rule, `尝试次数过多，请 ${toMinutes(retryAfterSeconds)} 分钟后再试`, retryAfterSeconds)
export const lastOwnerCannotLeave = () => new AppError(CODE.rule, '您是最后一位站点负责人，请先指定另一位负责人再注销')
export const exportRunning = () => new AppError(CODE.rule, '数据正在打包，请等这一次下载完成')
export const exportsUsedUp = (retryAfterSeconds: number) =>
  new AppError(CODE.rule, '今天下载的次数已达上限，请明天再试', retryAfterSeconds)
export const emailCodeWrong = () => new AppError(CODE.emailCode, WIRE_TEXT.codeWrong)
export const articleCodeWrong = () => new AppError(CODE.rule, WIRE_TEXT.codeWrong)
export const emailTaken = () => new AppError(CODE.rule, WIRE_TEXT.emailTaken)
export const emailFormatWrong = () => new AppError(CODE.emailFormat, WIRE_TEXT.emailFormat)
export const mailFailed = () => new AppError(CODE.rule, WIRE_TEXT.mailFailed)
export const sourceNotConnected = () => new AppError(CODE.rule, '未接入该来源')
export const articleMissing = () => new AppError(CODE.rule, WIRE_TEXT.articleMissing)
/** @param message the fault, for the user */
export const badInput = (message: string) => new AppError(CODE.malformed, message)
export const nameReserved = () => badInput(WIRE_TEXT.nameReserved)
export const userMissing = () => new AppError(CODE.rule, '用户不存在')
export const fileTooLarge = () => new AppError(CODE.malformed, '文件大小不能大于10M')
export const pictureTooLarge = () =>
  new AppError(CODE.malformed, '图片处理后仍大于10M，请缩小尺寸或转换为 jpg 格式后再上传')
export const tooManyPixels = (most: number) =>
  badInput(`图片过大：宽 × 高不超过 ${most / 10_000} 万像素，请缩小后再上传`)
export const uploadMissing = (maxBytes: number) =>
  badInput(`没有收到文件，请选择一个不超过 ${maxBytes / (1024 * 1024)} MB 的文件`)
export const uploadsUsedUp = (retryAfterSeconds: number) =>
  new AppError(CODE.rule, '今天上传的图片已达上限，请明天再试', retryAfterSeconds)
/** @param fault what went wrong, in a few words */
export const pictureUnfetched = (fault: string) => new AppError(CODE.malformed, `图片没有转存：${fault}`)
export const noPicture = () => new AppError(CODE.malformed, '请选择 jpg、png、gif 或 webp 格式的图片')
/** Whether a change that was under way is stored is unknown. */
export const databaseAway = () => new AppError(CODE.overloaded, '数据服务暂时连接不上，请稍后重试', 5)
/** Nothing was stored. The code means «later», so clients may retry. */
export const storageAway = () => new AppError(CODE.rule, '文件存储暂时连不上，请稍后重试')
export const storageFull = () => new AppError(CODE.overloaded, '存储空间不足，暂时无法保存，请稍后重试', 60)
export const reportPicturesUsedUp = () =>
  new AppError(CODE.rule, '今天收到的图片已达上限，请不带图片提交，或用邮件寄送')
export const reportPictureGone = () => badInput('图片已超过一小时或不存在，请移除后重新添加')
export const fileUnreadable = () => new AppError(CODE.rule, '文件读取失败')
/** The code was not sent yet, has expired or never existed. The answer is the same, so that it reveals nothing. */
export const notAuthorised = () => new AppError(CODE.malformed, '用户未被授权')
export const articlesUsedUp = (retryAfterSeconds: number) =>
  new AppError(CODE.rule, '今天新建的文章已达上限，请明天再试', retryAfterSeconds)
export const articleNotOwn = (what: '修改' | '删除' | '查看') => new AppError(CODE.rule, `只能${what}自己的文章！`)
export const articleNotWaiting = () => new AppError(CODE.rule, '这篇文章不在待审核之列')
export const articleNotOnShelf = () => new AppError(CODE.rule, '这篇文章不在已发布之列')
export const articleNotOffShelf = () => new AppError(CODE.rule, '这篇文章不在已下架之列')
/** The text is empty, or the parent comment is missing. */
export const commentFailed = () => new AppError(CODE.rule, '评论失败')
export const testMailFailed = (failure: MailFailure) =>
  new AppError(CODE.rule, `测试邮件没有寄出：${MAIL_FAILURES[failure]}`)
export const tooManyTestMails = (retryAfterSeconds: number) =>
  new AppError(CODE.rule, `测试邮件发得太多，请 ${toMinutes(retryAfterSeconds)} 分钟后再试`, retryAfterSeconds)
export const commentsClosed = () => new AppError(CODE.rule, '本文的评论已关闭')
export const commentMissing = () => new AppError(CODE.rule, '评论不存在')
export const commentsTooFrequent = (retryAfterSeconds: number) =>
  new AppError(CODE.rule, `评论过于频繁，请 ${toMinutes(retryAfterSeconds)} 分钟后再试`, retryAfterSeconds)
export const postMissing = () => new AppError(CODE.rule, '这条动态不存在')
export const cannotFollowSelf = () => new AppError(CODE.rule, '不能关注自己哦！')
export const alreadySignedIn = () => new AppError(CODE.rule, '当日已签到，无需再次签到！')
export const dayUnreadable = () => new AppError(CODE.rule, '时间格式解析错误！')
export const signInDayIsNotToday = () => new AppError(CODE.rule, '只能为当天签到')
export const feedbackMissing = () => new AppError(CODE.rule, '这条反馈不存在')
export const noTicketPicture = () => badInput('这个文件的内容不是图片，请选择 JPG、PNG、GIF 或 WebP 图片')
export const ticketPictureGone = () => badInput('有图片已过期、已发出或不属于这件工单，请移除后重新添加')
export const ticketPicturesUsedUp = () => new AppError(CODE.rule, '您上传后没有发出的图片太多，请先发出或过几天再试')
export const ticketMissing = () => new AppError(CODE.rule, '这件工单不存在')
export const ticketAddressMissing = () => new AppError(CODE.rule, '答复送不到对方：没有可用的邮箱或跟进链接')
export const contactEmailMissing = () => new AppError(CODE.rule, '联系方式中没有邮箱')
export const ticketAssigneeWrong = () => badInput('经办人须是有相应职责的在职人员')
export const ticketDueWrong = () => badInput('时限须在今后 90 天内')
export const savedReplyMissing = () => new AppError(CODE.rule, '这条常用语已被删除')
export const savedRepliesFull = () => new AppError(CODE.rule, '常用语最多 100 条，请先删除不用的')
export const placeholderUnknown = (name: string) =>
  badInput(`没有“{${name}}”这样的占位词，可用：{称呼}、{工单号}、{证书编号}`)
export const mailNotFailed = () => new AppError(CODE.rule, '这封邮件没有失败，不需要重发')
/** The link is unknown, used up or of another ticket. The answer is the same. */
export const conversationMissing = () => new AppError(CODE.rule, '链接已失效，或不是您的留言')
export const conversationClosed = () => new AppError(CODE.rule, '这件留言办结已久，请在“联系我们”重新留言')
export const userNotChosen = () => new AppError(CODE.rule, '请选择用户！')
export const cannotChatWithSelf = () => new AppError(CODE.rule, '不能跟自己聊天！')
export const cannotBlockSelf = () => new AppError(CODE.rule, '不能屏蔽自己！')
export const blocksUsedUp = () => new AppError(CODE.rule, '屏蔽名单已满，请先移除一些人')
export const peerIsBlocked = () => new AppError(CODE.rule, '你已屏蔽对方，解除屏蔽后才能发送消息')
/** The text does not reveal whether the peer has blocked the sender. */
export const peerDoesNotReceive = () => new AppError(CODE.rule, '对方暂时不接收你的消息')
export const awaitsReply = (max: number) => new AppError(CODE.rule, `对方回复之前最多发送 ${max} 条消息`)
export const newConversationsUsedUp = () => new AppError(CODE.rule, '今天主动联系的人数已达上限，请明天再试')
export const noGroupChat = () => new AppError(CODE.rule, '本站没有群聊')
export const messageMissing = () => new AppError(CODE.rule, '这条消息不存在')
export const messageTooOld = () => new AppError(CODE.rule, '撤回失败，只能撤回俩分钟以内的消息！')
export const messageNotOwn = () => new AppError(CODE.rule, '只能撤回自己的消息哦！')
/** The code is not `CODE.rule`, because the message may be sent again later. */
export const messagesTooFrequent = (retryAfterSeconds: number) =>
  new AppError(CODE.tooMany, WIRE_TEXT.tooFrequent, retryAfterSeconds)
export const renderingsUsedUp = (retryAfterSeconds: number) =>
  new AppError(CODE.tooMany, `排版用时已达上限，请 ${retryAfterSeconds} 秒后再试`, retryAfterSeconds)
export const stillRendering = () => new AppError(CODE.tooMany, '上一次排版还没有完成，请稍后再试', 1)
export const renderingTooSlow = () => badInput('内容过于复杂，没有在 1 秒内完成排版，请精简表格、链接或嵌套后再试')
export const renderingFailed = () => new AppError(CODE.overloaded, '排版服务繁忙，请稍后重试', 5)
