import type { Command } from "commander";
import { listUsers } from "@/lib/areas/staff/read";
import { create, password as passwordSchema } from "@/lib/areas/staff/record";
import { resetTwoFactor, setPassword } from "@/lib/areas/staff/sign-in";
import { normalizeUsername, type UserView } from "@/lib/areas/staff/user";
import { createUser, deactivateUser, reactivateUser } from "@/lib/areas/staff/users";
import type { AdminActor } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { ROLES } from "@/lib/portal/acts/roles";
import { number, numbers, parseInput } from "./input";
import { addList } from "./list";
import { printFields, type Row } from "./output";
import { readSecret } from "./secret-input";
import { withDatabase } from "./session";

const PASSWORD_NOTE =
  "\nThe password is asked for, or read from the first line of standard input; it is never an argument.";

export function addUserCommands(program: Command): void {
  const user = program.command("user").description("Portal users");
  addCreate(user);

  addList(user, "All portal users, or those of one merchant", { list: listUsers, rowOf: userRow });

  user
    .command("set-password")
    .description("Give a user a new password and end their sessions")
    .argument("<username>", "user name")
    .addHelpText("after", `${PASSWORD_NOTE}\n\nExample:\n  npm run admin -- user set-password mona`)
    .action(async (username: string, _options, command: Command) => {
      const password = await readSecret("password");
      const changed = await withDatabase(async ({ context, actor }) => {
        const { id } = await findUser(context, actor, username);
        return setPassword(context, actor, parseInput(passwordSchema, { userId: id, password }));
      });
      const isJson = command.optsWithGlobals().json;
      const said = changed.isActive
        ? "Password set; all sessions of the user ended."
        : `Password set. The user is deactivated and still cannot sign in: user activate ${changed.username}`;
      printFields({ isJson }, said, changed, userRow(changed));
    });

  user
    .command("reset-two-factor")
    .description("Take a lost second step of signing in away and end the user's sessions")
    .argument("<username>", "user name")
    .action(async (username: string, _options, command: Command) => {
      const changed = await withDatabase(async ({ context, actor }) => {
        const { id } = await findUser(context, actor, username);
        return resetTwoFactor(context, actor, { userId: id });
      });
      const isJson = command.optsWithGlobals().json;
      printFields(
        { isJson },
        "The second step is reset; the password alone is enough.",
        changed,
        userRow(changed),
      );
    });

  addAccess(user);
}

function addAccess(user: Command): void {
  user
    .command("deactivate")
    .description("Take a user's access away and end their sessions")
    .argument("<username>", "user name")
    .action(async (username: string, _options, command: Command) => {
      const gone = await withDatabase(async ({ context, actor }) => {
        const { id } = await findUser(context, actor, username);
        return deactivateUser(context, actor, { userId: id });
      });
      printFields({ isJson: command.optsWithGlobals().json }, "User deactivated.", gone, userRow(gone));
    });

  user
    .command("activate")
    .description("Give a deactivated user access again, with the old password")
    .argument("<username>", "user name")
    .action(async (username: string, _options, command: Command) => {
      const back = await withDatabase(async ({ context, actor }) => {
        const { id } = await findUser(context, actor, username);
        return reactivateUser(context, actor, { userId: id });
      });
      printFields({ isJson: command.optsWithGlobals().json }, "User activated.", back, userRow(back));
    });
}

function addCreate(user: Command): void {
  user
    .command("create")
    .description("Let a person into the portal")
    .requiredOption("--username <name>", "what they sign in with")
    .requiredOption("--name <name>", "their name")
    .requiredOption("--role <role>", `one of: ${ROLES.join(", ")}`)
    .option("--merchant <merchant>", "number of their merchant; not for a programme operator", number)
    .option("--branches <list>", "numbers of a cashier's branches", numbers)
    .option("--email <address>", "e-mail address")
    .addHelpText(
      "after",
      [
        PASSWORD_NOTE,
        "",
        "Examples:",
        '  npm run admin -- user create --username operator1 --name "Omar Said" --role programme_operator',
        '  npm run admin -- user create --username mona --name "Mona Adel" --role cashier --merchant 1 --branches 1,2',
      ].join("\n"),
    )
    .action(async (_options, command: Command) => {
      const { json, merchant = null, branches, ...options } = command.optsWithGlobals();
      const password = await readSecret("password");
      const input = parseInput(create, {
        ...options,
        merchantId: merchant,
        branchIds: branches,
        password,
      });
      const created = await withDatabase(({ context, actor }) => createUser(context, actor, input));
      printFields({ isJson: json }, "User created.", created, userRow(created));
    });
}

async function findUser(context: AdminContext, actor: AdminActor, username: string): Promise<UserView> {
  const wanted = normalizeUsername(username);
  const found = (await listUsers(context, actor)).find((user) => user.username === wanted);
  if (found === undefined) throw new AdminError("not_found", { subject: "user" });
  return found;
}

function userRow({ id, username, name, role, merchantId, branchIds, isActive, lastActiveAt }: UserView): Row {
  return {
    user: id,
    username,
    name,
    role,
    merchant: merchantId,
    branches: branchIds,
    active: isActive,
    lastActive: lastActiveAt,
  };
}
