import { Command } from 'commander'
import { parseEnv } from '../../shared/env.ts'
import { fine, wrong } from '../doctor/finding.ts'
import type { Finding } from '../doctor/finding.ts'
import { examineLogins } from '../doctor/logins.ts'
import { examineMachine } from '../doctor/machine.ts'
import { examineMigrations, examineRoles, examineSchema } from '../doctor/schema.ts'
import { examineSources } from '../doctor/sources.ts'
import { examineProfiles } from '../doctor/profiles.ts'
import { examineMails } from '../doctor/mails.ts'
import { examineSignIn } from '../doctor/sign_in.ts'
import { examineWork } from '../doctor/work.ts'
import { ringText } from '../secrets/rings.ts'
import { onDatabase } from './database.ts'
import { printRows } from '../terminal/print.ts'

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('check the installation and print a fix for each problem')
    .action(async (_options: unknown, command: Command) => {
      const findings = [...(await examineMachine(parseEnv().DATABASE_URL !== undefined)), ...(await examineDatabase())]
      printRows(command, findings, '')
      if (findings.some((finding) => !finding.is_fine)) process.exitCode = 1
    })
}

async function examineDatabase(): Promise<Finding[]> {
  try {
    return await onDatabase(async (sql) => {
      const migrations = await examineMigrations(sql)
      if (!migrations.is_fine) return [fine('database', 'Connected.'), migrations]
      const roles = await examineRoles(sql)
      const findings = [fine('database', 'Connected.'), migrations, roles]
      if (roles.finding.startsWith('Missing')) return findings
      return [
        ...findings,
        await examineLogins(sql),
        ...(await examineSchema(sql)),
        ...(await examineWork(sql, parseEnv(), ringText('WEBHOOK_SECRET_KEY'))),
        await examineSignIn(sql, ringText('TOTP_SECRET_KEY')),
        await examineMails(sql),
        ...(await examineSources(sql, ringText('SOURCE_TOKEN_KEY'))),
        ...(await examineProfiles(sql, parseEnv())),
      ]
    })
  } catch (error) {
    return [wrong('database', (error as Error).message)]
  }
}
