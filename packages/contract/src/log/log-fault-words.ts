import type { LogFaultKind } from './log.ts'

const WORDS: Readonly<Record<LogFaultKind, (detail: string) => string>> = {
  origin: (origin) => `日志属于 ${origin}，与现在的网址不符。请运维人员改回原来的网址`,
  key: () => '找不到日志的密钥，或密钥不是原来的。请放回原来的密钥',
  noMark: () => '找不到标记文件 log.mark，或它已损坏。请放回，或按运维手册恢复日志',
  mark: (size) => `数据库与最近签出的检查点（${size} 条）不符，可能恢复了较早的备份。请按运维手册恢复日志`,
  entry: (indexes) =>
    `第 ${indexes.replaceAll(', ', '、')} 条缺失、不是本站所记，或与它的内容不符。请先留存数据库备查，再恢复备份`,
  root: (size) => `前 ${size} 条与已签出的检查点不符。请先留存数据库备查，再恢复备份`,
}

/** Describes a fault of the public log and its remedy in Chinese. */
export const describeLogFault = (kind: LogFaultKind, detail: string): string => WORDS[kind](detail)
