"""Edits of source text, for fixes: each is given only where it is certain to parse and to mean what it says.

Every function takes sites and gives edits, or none at all where the code is not of the shape that it can rewrite.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from detachlint.facts import method_facts
from detachlint.finding import Edit, Location
from detachlint.interpret.source_site import Site, SourceFile
from detachlint.interpret.syntax import children

Edits = tuple[Edit, ...]
NONE: Edits = ()


def insert_call(site: Site) -> Edits:
    """``optimizer.step`` becomes ``optimizer.step()``."""
    node = site.node.value if isinstance(site.node, cst.Expr) else site.node
    if not isinstance(node, (cst.Name, cst.Attribute)):
        return NONE
    return (_insert("()", site.file.site(node).place.end),)


def under_no_grad(site: Site) -> Edits:
    """The statement, put into a block of its own: ``with torch.no_grad():``."""
    line = _whole_line(site)
    if line is None or _has_long_strings(site.file, line):
        return NONE
    module = site.file.tree
    torch, imports = torch_name(site.file)
    start, end = _span(site.file, line)
    indent = _indentation(site.file, start.row)
    header = f"with {torch}.no_grad():{module.default_newline}{indent}{module.default_indent}"
    inner = (_insert(module.default_indent, Location(row, 1)) for row in range(start.row + 1, end.row + 1))
    return (*imports, _insert(header, start), *inner)


def out_of_place(site: Site) -> Edits:
    """``y += x`` becomes ``y = y + x``, and ``y.mul_(2)`` becomes ``y = y.mul(2)``.

    Withheld for names that somebody else may mean by it: parameters, loop variables, ``global`` ones.
    """
    line = _whole_line(site)
    statement = line.body[0] if line is not None else None
    if isinstance(statement, cst.AugAssign) and _is_own(site.file, line, statement.target):
        return _spelt_out(site.file, statement)
    call = statement.value if isinstance(statement, cst.Expr) else None
    if line is None or not isinstance(call, cst.Call) or not isinstance(call.func, cst.Attribute):
        return NONE
    name, receiver = call.func.attr, call.func.value
    if not name.value.endswith("_") or method_facts(name.value[:-1]) is None or not _is_own(site.file, line, receiver):
        return NONE
    start, _ = _span(site.file, line)
    place = site.file.site(name).place
    return (
        _insert(f"{site.file.tree.code_for_node(receiver)} = ", start),
        Edit(name.value[:-1], place.start, place.end),
    )


def _spelt_out(file: SourceFile, statement: cst.AugAssign) -> Edits:
    target, value = file.site(statement.target).place, file.site(statement.value).place
    symbol = file.tree.code_for_node(statement.operator).strip().removesuffix("=")
    plain = _is_place(statement.value) or isinstance(statement.value, (cst.Call, cst.BaseNumber))
    before, after = ("", "") if plain else ("(", ")")
    between = f" = {file.tree.code_for_node(statement.target)} {symbol} {before}"
    return (Edit(between, target.end, value.start), *((_insert(after, value.end),) if after else ()))


def _is_own(file: SourceFile, line: cst.CSTNode | None, target: cst.BaseExpression) -> bool:
    """Whether giving a name or attribute another value changes nothing for anybody else."""
    if isinstance(target, cst.Attribute):
        return _is_place(target)
    if not isinstance(target, cst.Name):
        return False
    parents, node = _parents(file), line
    while node is not None and not isinstance(node, (cst.FunctionDef, cst.ClassDef)):
        if isinstance(node, cst.For) and target.value in _names(node.target):
            return False
        node = parents.get(node)
    if not isinstance(node, cst.FunctionDef):
        return True
    inner = list(_below(node.body))
    if any(target.value in _names(child) for child in inner if isinstance(child, (cst.Global, cst.Nonlocal))):
        return False
    row = file.position(line).start.line if line is not None else 0
    given_anew = any(
        isinstance(child, cst.AssignTarget)
        and isinstance(child.target, cst.Name)
        and child.target.value == target.value
        and file.position(child).start.line < row
        for child in inner
    )
    return given_anew or target.value not in _names(node.params)


def _names(node: cst.CSTNode) -> set[str]:
    return {child.value for child in _below(node) if isinstance(child, cst.Name)}


def keep_result(site: Site) -> Edits:
    """``x.detach()`` as a statement becomes ``x = x.detach()``."""
    line = _whole_line(site)
    if line is None or not isinstance(line.body[0], cst.Expr):
        return NONE
    receiver = _receiver(line.body[0].value)
    if receiver is None:
        return NONE
    start, _ = _span(site.file, line)
    return (_insert(f"{site.file.tree.code_for_node(receiver)} = ", start),)


def call_flag_method(site: Site) -> Edits:
    """``model.fc.requires_grad = False`` becomes ``model.fc.requires_grad_(False)``."""
    line = _whole_line(site)
    statement = line.body[0] if line is not None else None
    if not isinstance(statement, cst.Assign) or len(statement.targets) != 1:
        return NONE
    target = statement.targets[0].target
    if not isinstance(target, cst.Attribute):
        return NONE
    value = site.file.site(statement.value).place
    after = site.file.site(target).place.end
    return (Edit("_(", after, value.start), _insert(")", value.end))


def detach_instead(site: Site) -> Edits:
    """``y.requires_grad = False`` becomes ``y = y.detach()``."""
    line = _whole_line(site)
    statement = line.body[0] if line is not None else None
    if line is None or not isinstance(statement, cst.Assign) or len(statement.targets) != 1:
        return NONE
    target = statement.targets[0].target
    if not isinstance(target, cst.Attribute) or not _is_place(target.value):
        return NONE
    name = site.file.tree.code_for_node(target.value)
    place = site.file.site(statement).place
    return (Edit(f"{name} = {name}.detach()", place.start, place.end),)


def without_statement(site: Site) -> Edits:
    """The statement is left out; where its block would be empty, ``pass`` stands for it."""
    line = _whole_line(site)
    if line is None:
        return NONE
    parent = _parents(site.file).get(line)
    alone = not isinstance(parent, (cst.IndentedBlock, cst.Module)) or len(parent.body) == 1
    if alone or _trailing_comment(line):
        place = site.file.site(line.body[0]).place
        return (Edit("pass", place.start, place.end),)
    start, end = _span(site.file, line)
    return (Edit("", Location(start.row, 1), Location(end.row + 1, 1)),)


def rename_method(site: Site, name: str) -> Edits:
    """``module.register_backward_hook(f)`` becomes ``module.register_full_backward_hook(f)``."""
    if not isinstance(site.node, cst.Call) or not isinstance(site.node.func, cst.Attribute):
        return NONE
    place = site.file.site(site.node.func.attr).place
    return (Edit(name, place.start, place.end),)


def with_rest_of_block(site: Site) -> Edits:
    """A context manager made in a statement becomes a ``with`` around what follows it in its function or block."""
    line = _whole_line(site)
    block = _parents(site.file).get(line) if line is not None else None
    if line is None or not isinstance(line.body[0], cst.Expr) or not isinstance(block, cst.IndentedBlock):
        return NONE
    rest = block.body[block.body.index(line) + 1 :]
    if not rest or any(_has_long_strings(site.file, statement) for statement in rest):
        return NONE
    indent = site.file.tree.default_indent
    first, last = site.place.end.row + 1, site.file.position(rest[-1]).end.line
    rows = (row for row in range(first, last + 1) if site.file.lines[row - 1].strip())
    start, end = _span(site.file, line)
    return (_insert("with ", start), _insert(":", end), *(_insert(indent, Location(row, 1)) for row in rows))


def copied_where_made(made: Site | None, written: Site, copy: str) -> Edits:
    """``d = y.detach()`` becomes ``d = y.detach().clone()``, where it is written in another statement."""
    if made is None or made.file is not written.file or not isinstance(made.node, cst.Call):
        return NONE
    line = _whole_line(made)
    if line is None or line is _whole_line(written) or not isinstance(line.body[0], cst.Assign):
        return NONE
    return (_insert(copy, made.place.end),) if line.body[0].value is made.node else NONE


def detached_copy(made: Site | None, written: Site) -> Edits:
    """``c = y.data`` becomes ``c = y.detach().clone()``, where it is written in another statement."""
    if made is None or made.file is not written.file or not isinstance(made.node, cst.Attribute):
        return NONE
    line = _whole_line(made)
    if line is None or line is _whole_line(written) or made.node.attr.value != "data":
        return NONE
    if not isinstance(line.body[0], cst.Assign) or line.body[0].value is not made.node:
        return NONE
    place = made.file.site(made.node.attr).place
    return (Edit("detach().clone()", place.start, place.end),)


def values_copied(site: Site) -> Edits:
    """``a.data = b.data`` becomes ``a.data.copy_(b.data)``."""
    line = _whole_line(site)
    statement = line.body[0] if line is not None else None
    if not isinstance(statement, cst.Assign) or len(statement.targets) != 1:
        return NONE
    target = statement.targets[0].target
    if not isinstance(target, cst.Attribute) or target.attr.value != "data":
        return NONE
    value = site.file.site(statement.value).place
    return (Edit(".copy_(", site.file.site(target).place.end, value.start), _insert(")", value.end))


def rename_word(site: Site, old: str, new: str) -> Edits:
    """An attribute or keyword within a statement is spelt otherwise, where it stands there just once."""
    found = [node for node in _below(site.node) if isinstance(node, cst.Name) and node.value == old]
    if len(found) != 1:
        return NONE
    place = site.file.site(found[0]).place
    return (Edit(new, place.start, place.end),)


def detach_kept(site: Site) -> Edits:
    """``total += loss`` and ``kept.append(loss)`` take ``loss.detach()``."""
    line = _whole_line(site)
    value = _kept_value(line.body[0]) if line is not None else None
    if value is None or not (_is_place(value) or isinstance(value, cst.Call)):
        return NONE
    return (_insert(".detach()", site.file.site(value).place.end),)


def _kept_value(statement: cst.BaseSmallStatement) -> cst.BaseExpression | None:
    if isinstance(statement, cst.AugAssign):
        return statement.value
    if isinstance(statement, cst.Assign) and len(statement.targets) == 1:
        return statement.value if isinstance(statement.targets[0].target, cst.Subscript) else None
    call = statement.value if isinstance(statement, cst.Expr) else None
    is_append = isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) and call.func.attr.value == "append"
    if isinstance(call, cst.Call) and is_append and len(call.args) == 1 and not call.args[0].star:
        return call.args[0].value
    return None


def detach_for_data(site: Site) -> Edits:
    """``x.data`` becomes ``x.detach()``."""
    if not isinstance(site.node, cst.Attribute) or site.node.attr.value != "data":
        return NONE
    place = site.file.site(site.node.attr).place
    return (Edit("detach()", place.start, place.end),)


def without_data(site: Site) -> Edits:
    """``p.grad.data`` becomes ``p.grad``."""
    if not isinstance(site.node, cst.Attribute) or site.node.attr.value != "data":
        return NONE
    return (Edit("", site.file.site(site.node.value).place.end, site.place.end),)


def without_argument(site: Site, keyword: str) -> Edits:
    """``f(keyword=x)`` becomes ``f()``, where that is all it is given."""
    node = site.node
    if not isinstance(node, cst.Call) or len(node.args) != 1:
        return NONE
    name = node.args[0].keyword
    if name is None or name.value != keyword:
        return NONE
    place = site.file.site(node.args[0]).place
    return (Edit("", place.start, place.end),)


def unwrapped(site: Site) -> Edits:
    """``Variable(x)`` becomes ``x``."""
    node = site.node
    if not isinstance(node, cst.Call) or len(node.args) != 1 or node.args[0].star or node.args[0].keyword is not None:
        return NONE
    value = node.args[0].value
    inner = site.file.site(value).place
    if _is_place(value) or isinstance(value, cst.Call):
        return (Edit("", site.place.start, inner.start), Edit("", inner.end, site.place.end))
    return (Edit("", site.place.start, site.file.site(node.func).place.end),)


def cloned(site: Site) -> Edits:
    """``torch.tensor(x)`` becomes ``x.clone()``."""
    node = site.node
    if not isinstance(node, cst.Call) or len(node.args) != 1 or node.args[0].star or node.args[0].keyword is not None:
        return NONE
    value = node.args[0].value
    if not (_is_place(value) or isinstance(value, cst.Call)):
        return NONE
    inner = site.file.site(value).place
    return (Edit("", site.place.start, inner.start), Edit(".clone()", inner.end, site.place.end))


def renamed_function(site: Site, name: str) -> Edits:
    """``torch.tensor([a, b])`` becomes ``torch.stack([a, b])``."""
    node = site.node
    if not isinstance(node, cst.Call) or len(node.args) != 1 or not isinstance(node.func, cst.Attribute):
        return NONE
    place = site.file.site(node.func.attr).place
    return (Edit(name, place.start, place.end),)


def wrapped(site: Site, function: str) -> Edits:
    """``f(x)`` becomes ``list(f(x))``."""
    if not isinstance(site.node, cst.BaseExpression):
        return NONE
    return (_insert(f"{function}(", site.place.start), _insert(")", site.place.end))


def detached_for_numpy(site: Site) -> Edits:
    """``x.numpy()`` becomes ``x.detach().numpy()``, and ``np.exp(x)`` becomes ``np.exp(x.detach())``."""
    node = site.node
    if not isinstance(node, cst.Call):
        return NONE
    if isinstance(node.func, cst.Attribute) and node.func.attr.value == "numpy":
        return (_insert(".detach()", site.file.site(node.func.value).place.end),)
    if len(node.args) == 1 and not node.args[0].star and _is_place(node.args[0].value):
        return (_insert(".detach()", site.file.site(node.args[0].value).place.end),)
    return NONE


def static(name: Site | None) -> Edits:
    """``@staticmethod`` above the method of a name, where it does not take ``self`` as methods of objects do."""
    method = _parents(name.file).get(name.node) if name is not None else None
    if name is None or not isinstance(method, cst.FunctionDef) or not method.params.params:
        return NONE
    if method.params.params[0].name.value == "self" or method.decorators:
        return NONE
    start = name.file.position(method).start
    indent = _indentation(name.file, start.line)
    text = f"@staticmethod{name.file.tree.default_newline}{indent}"
    return (_insert(text, Location(start.line, start.column + 1)),)


def log_of(site: Site, inner: str, joint: str) -> Edits:
    """``torch.log(F.softmax(x, 1))`` and ``F.softmax(x, 1).log()`` become ``F.log_softmax(x, 1)``."""
    node = site.node
    if not isinstance(node, cst.Call):
        return NONE
    argument = _argument_of_log(node)
    if not isinstance(argument, cst.Call) or not isinstance(argument.func, cst.Attribute):
        return NONE
    if argument.func.attr.value != inner:
        return NONE
    outer, within = site.place, site.file.site(argument).place
    name = site.file.site(argument.func.attr).place
    before = (Edit("", outer.start, within.start),) if outer.start != within.start else ()
    return (*before, Edit(joint, name.start, name.end), Edit("", within.end, outer.end))


def _argument_of_log(node: cst.Call) -> cst.BaseExpression | None:
    if isinstance(node.func, cst.Attribute) and node.func.attr.value == "log":
        if not node.args:
            return node.func.value
        if len(node.args) == 1 and not node.args[0].star and node.args[0].keyword is None:
            return node.args[0].value
    return None


def torch_name(file: SourceFile) -> tuple[str, Edits]:
    """The name under which a file knows torch, and the edit that imports it where no name does."""
    for statement in file.tree.body:
        for alias in _aliases(statement):
            if _dotted(alias.name) == "torch" and isinstance(alias.asname, cst.AsName):
                name = alias.asname.name
                return (name.value, NONE) if isinstance(name, cst.Name) else ("torch", NONE)
            if alias.asname is None and _dotted(alias.name).split(".")[0] == "torch":
                return "torch", NONE
    return "torch", (_insert(f"import torch{file.tree.default_newline}", Location(_row_for_imports(file), 1)),)


def _aliases(statement: cst.CSTNode) -> Iterator[cst.ImportAlias]:
    if isinstance(statement, cst.SimpleStatementLine):
        for small in statement.body:
            if isinstance(small, cst.Import):
                yield from small.names


def _row_for_imports(file: SourceFile) -> int:
    """The row of the first import that is not from ``__future__``, or of the first statement that is no docstring."""
    for index, statement in enumerate(file.tree.body):
        is_docstring = index == 0 and statement is file.tree.body[0] and file.tree.get_docstring() is not None
        if not is_docstring and not _is_future(statement):
            return file.position(statement).start.line
    return 1


def _is_future(statement: cst.CSTNode) -> bool:
    return isinstance(statement, cst.SimpleStatementLine) and any(
        isinstance(small, cst.ImportFrom) and small.module is not None and _dotted(small.module) == "__future__"
        for small in statement.body
    )


def _dotted(node: cst.BaseExpression) -> str:
    if isinstance(node, cst.Attribute):
        return f"{_dotted(node.value)}.{node.attr.value}"
    return node.value if isinstance(node, cst.Name) else ""


def _receiver(node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The name, attribute or element that a chain of method calls starts from."""
    while isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
        node = node.func.value
    return node if _is_place(node) else None


def _is_place(node: cst.BaseExpression) -> bool:
    if isinstance(node, cst.Attribute):
        return _is_place(node.value)
    if isinstance(node, cst.Subscript):
        return _is_place(node.value) and not any(isinstance(item, cst.Call) for item in _below(node.slice[0]))
    return isinstance(node, cst.Name)


def _below(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    pending = [node]
    while pending:
        current = pending.pop()
        yield current
        pending.extend(children(current))


def _whole_line(site: Site) -> cst.SimpleStatementLine | None:
    """The line that a site is in, when it holds one statement and nothing else."""
    parents = _parents(site.file)
    node: cst.CSTNode | None = site.node
    while node is not None and not isinstance(node, cst.SimpleStatementLine):
        if isinstance(node, (cst.SimpleStatementSuite, cst.Lambda)):
            return None
        node = parents.get(node)
    return node if node is not None and len(node.body) == 1 else None


def _parents(file: SourceFile) -> dict[cst.CSTNode, cst.CSTNode]:
    if not file.parents:
        file.parents.update({child: node for node in _below(file.tree) for child in children(node)})
    return file.parents


def _span(file: SourceFile, line: cst.SimpleStatementLine) -> tuple[Location, Location]:
    place = file.site(line.body[0]).place
    return place.start, place.end


def _trailing_comment(line: cst.SimpleStatementLine) -> bool:
    return line.trailing_whitespace.comment is not None


def _has_long_strings(file: SourceFile, line: cst.CSTNode) -> bool:
    """Whether a string in it goes over several rows, so that its text would change with the indentation."""
    strings = (cst.SimpleString, cst.FormattedString)
    places = (file.position(node) for node in _below(line) if isinstance(node, strings))
    return any(place.start.line != place.end.line for place in places)


def _indentation(file: SourceFile, row: int) -> str:
    line = file.lines[row - 1]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _insert(text: str, at: Location) -> Edit:
    return Edit(text, at, at)
