import { Command, Option } from 'commander'
import type { ISql, Sql } from 'postgres'
import { onDatabase } from './database.ts'
import { newPassword } from '../terminal/passwords.ts'
import { printOutcome, printRows } from '../terminal/print.ts'

interface Membership {
  brand: string[]
  role: string
}

interface NewPerson extends Membership {
  name: string
  askPassword?: boolean
}

const brandOption = () => new Option('--brand <id or slug...>', 'the brands').makeOptionMandatory()
const roleOption = () =>
  new Option('--role <role>', 'the role in these brands')
    .choices(['owner', 'admin', 'analyst', 'viewer'])
    .makeOptionMandatory()
const passwordOption = () =>
  new Option('--ask-password', 'prompt for the password or read it from standard input, instead of generating one')

export function peopleCommand(): Command {
  const people = new Command('people').description('manage the people who sign in to the console, and their brands')
  people
    .command('list')
    .description('list all people with their role in each brand')
    .action(async (_options: unknown, command: Command) => {
      const rows = await onDatabase((sql) => sql`select * from core.list_people()`)
      printRows(command, rows, 'There is no person yet. Create one with vitrine people create.')
    })
  people
    .command('create')
    .description(
      'create a person with a password; with Supabase Auth, invite the person there and use people add instead',
    )
    .argument('<email>', 'the e-mail address for sign-in')
    .requiredOption('--name <name>', 'display name')
    .addOption(brandOption())
    .addOption(roleOption())
    .addOption(passwordOption())
    .action(async (email: string, options: NewPerson, command: Command) => {
      const { password, isGenerated } = await newPassword(options)
      const created = await onDatabase((sql) => create(sql, email, password, options))
      const sentence = `${email} is ${options.role} of ${created.brand_ids.join(', ')} and signs in at /console.`
      printOutcome(
        command,
        isGenerated ? { ...created, password } : created,
        withPassword(sentence, isGenerated, password),
      )
    })
  people
    .command('add')
    .description('add a person to brands, or change the role there')
    .argument('<person>', 'e-mail address or id')
    .addOption(brandOption())
    .addOption(roleOption())
    .action(async (person: string, options: Membership, command: Command) => {
      const added = await onDatabase((sql) =>
        sql.begin(async (transaction) => await add(transaction, await findPerson(transaction, person), options)),
      )
      printOutcome(command, added, `${person} is ${options.role} of ${added.brand_ids.join(', ')}.`)
    })
  people
    .command('password')
    .description('change the password of a person; ends their sessions and connected apps')
    .argument('<person>', 'e-mail address or id')
    .addOption(passwordOption())
    .action(async (person: string, options: Pick<NewPerson, 'askPassword'>, command: Command) => {
      const { password, isGenerated } = await newPassword(options)
      const personId = await onDatabase(async (sql) => {
        const found = await findPerson(sql, person)
        await sql`select core.set_password(${found}, ${password})`
        return found
      })
      const sentence = `Changed the password of ${person}. All sessions are signed out.`
      const facts = { person_id: personId, ...(isGenerated ? { password } : {}) }
      printOutcome(command, facts, withPassword(sentence, isGenerated, password))
    })
  people
    .command('remove-factors')
    .description(
      'remove the passkeys, the authenticator app and the recovery codes of a person who lost them; ends their sessions',
    )
    .argument('<person>', 'e-mail address or id')
    .action(async (person: string, _: unknown, command: Command) => {
      const personId = await onDatabase(async (sql) => {
        const found = await findPerson(sql, person)
        await sql`select oauth.remove_second_factors(${found})`
        return found
      })
      printOutcome(command, { person_id: personId }, `Removed the second factors of ${person}.`)
    })
  people
    .command('remove')
    .description('remove a person from a brand or from all brands; ends the access of their connected apps there')
    .argument('<person>', 'e-mail address or id')
    .option('--brand <id or slug>', 'the brand; all brands by default')
    .action(async (person: string, options: { brand?: string }, command: Command) => {
      const left = await onDatabase((sql) => remove(sql, person, options.brand))
      printOutcome(command, left, `Removed ${person} from ${left.brand_ids.join(', ')}.`)
    })
  return people
}

async function create(sql: Sql, email: string, password: string, options: NewPerson) {
  return await sql.begin(async (transaction) => {
    const [row] = await transaction`select core.create_person(${email}, ${password}, ${options.name}) as id`
    return await add(transaction, row?.id as string, options)
  })
}

async function add(sql: ISql, personId: string, { brand: brands, role }: Membership) {
  const brandIds: string[] = []
  for (const brand of brands) {
    const brandId = await findBrand(sql, brand)
    await sql`select core.add_member(${personId}, ${brandId}, ${role})`
    brandIds.push(brandId)
  }
  return { person_id: personId, brand_ids: brandIds, role }
}

async function remove(sql: Sql, person: string, brand: string | undefined) {
  const personId = await findPerson(sql, person)
  const brandId = brand === undefined ? null : await findBrand(sql, brand)
  const [row] = await sql`select core.remove_member(${personId}, ${brandId}) as brand_ids`
  return { person_id: personId, brand_ids: row?.brand_ids as string[] }
}

async function findBrand(sql: ISql, reference: string): Promise<string> {
  const [row] = await sql`select brand_id from core.find_brand(${reference})`
  return row?.brand_id as string
}

async function findPerson(sql: ISql, reference: string): Promise<string> {
  const [row] = await sql`select core.find_person(${reference}) as id`
  return row?.id as string
}

function withPassword(sentence: string, isGenerated: boolean, password: string): string {
  return isGenerated
    ? `${sentence}\nPassword: ${password}\nSend it to the person now: it is not shown again.`
    : sentence
}
